/** The dialects of traffic policies. `none`: a policy is a string, as the API describes it. */
export const policyDialects = ['cloud', 'none'] as const;

/** The day of the documentation that the tables follow. */
export const policyDialectDate = '2026-08-21';

export type PolicyDialect = (typeof policyDialects)[number];

/** Whether an action that a workspace declares lets the next one run. */
export const ownActionEnds = ['always', 'never'] as const;
