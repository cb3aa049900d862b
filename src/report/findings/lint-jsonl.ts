import type { LintResult } from '../../model/lint/lint-result.ts';
import { jsonLine } from '../text/json.ts';
import { toReport } from './lint-report.ts';

/** A line of JSON for each finding, as schemas/lint.schema.json describes one; nothing where there is none. */
export function lintJsonl(result: LintResult): string {
  return toReport(result).findings.map(jsonLine).join('');
}
