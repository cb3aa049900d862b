import type { LintResult } from '../../model/lint/lint-result.ts';
import { jsonLine } from '../text/json.ts';
import { toReport } from './lint-report.ts';

/** One JSON line for each finding (schemas/lint.schema.json); empty without findings. */
export function lintJsonl(result: LintResult): string {
  return toReport(result).findings.map(jsonLine).join('');
}
