/** The closed lists of words of our own documents. Types and tables are made of them. */

/** From the worst to none. */
export const severitySettings = ['error', 'warn', 'info', 'off'] as const;

/** Each contains the one before. */
export const presetNames = ['minimal', 'recommended', 'strict'] as const;

export const driftModes = ['report', 'revert'] as const;

/** What becomes of what is removed and cannot be deleted. */
export const removals = ['retire', 'forget', 'disable-bare'] as const;

/** What a person can approve. */
export const allowances = ['exposure', 'delete', 'recreate', 'revert', 'write-secret'] as const;

/** What a policy says of a resource. */
export const expectations = ['pass', 'fail', 'not-applicable'] as const;

export const ledgerStores = ['file'] as const;
