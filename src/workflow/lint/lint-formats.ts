/** What `lint --format` takes; `render-findings.ts` has a branch for each. */
export const lintFormats = [
  'pretty',
  'compact',
  'json',
  'jsonl',
  'sarif',
  'github',
  'gitlab',
  'junit',
  'checkstyle',
  'markdown',
] as const;

export type LintFormat = (typeof lintFormats)[number];
