/** The fixed word lists of Edgewright's own documents, from which types and tables are made. */

/** Most severe first. */
export const severitySettings = ['error', 'warn', 'info', 'off'] as const;

/** Each contains the one before. */
export const presetNames = ['minimal', 'recommended', 'strict'] as const;

export const driftModes = ['report', 'revert'] as const;

/** Options for a removed resource that cannot be deleted. */
export const removals = ['retire', 'forget', 'disable-bare'] as const;

/** The decisions that a person can approve. */
export const allowances = ['exposure', 'delete', 'recreate', 'revert', 'write-secret'] as const;

/** The results of a policy for a resource. */
export const expectations = ['pass', 'fail', 'not-applicable'] as const;

/** In the order of ISO 8601. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** The events that a notification can be about. */
export const noticeKinds = ['apply', 'drift', 'unknown'] as const;

export const ledgerStores = ['file', 'git', 'postgres'] as const;
