import type { Diagnostic } from '../../model/diagnostic.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';

export function countFindings(diagnostics: readonly Diagnostic[]): Pick<LintResult, 'counts' | 'fixable'> {
  const counts = { error: 0, warn: 0, info: 0 };
  const fixable = { safe: 0, unsafe: 0 };
  for (const { severity, fix } of diagnostics) {
    counts[severity]++;
    if (fix !== undefined) fixable[fix.safety]++;
  }
  return { counts, fixable };
}
