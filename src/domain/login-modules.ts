/** The modules that make a user log in and keep a session. */
export const loginModules = ['oauth', 'saml', 'oidc'] as const;

/** The allow lists of a login provider; membership in any one is enough. */
export const allowLists = ['email_addresses', 'email_domains', 'teams', 'organizations'] as const;
