/** The modules that make a user log in and keep a session (API 2.9, "Session modules"). */
export const loginModules = ['oauth', 'saml', 'oidc'] as const;

/** The lists that let in; being on any one is enough (API 2.9). */
export const allowLists = ['email_addresses', 'email_domains', 'teams', 'organizations'] as const;
