import type { LintResult } from '../../model/lint/lint-result.ts';
import { jsonText, jsonLine } from '../text/json.ts';
import { reportFindings, type ReportFinding } from './lint-report.ts';

/** The document of `--format json` (schemas/lint.schema.json). A breaking change increments `format`. */
export interface LintDocument extends Pick<
  LintResult,
  'counts' | 'fixable' | 'suppressed' | 'baselined' | 'files'
> {
  readonly format: 1;
  readonly tool: { readonly name: 'edgewright'; readonly version: string };
  readonly unshown?: LintResult['unshown'];
  readonly checked?: LintResult['checked'];
  readonly findings: readonly ReportFinding[];
}

export function lintJson(result: LintResult, version: string): string {
  return jsonText(lintDocument(result, version));
}

export function lintDocument(result: LintResult, version: string): LintDocument {
  const { counts, fixable, suppressed, baselined, files, unshown, checked } = result;
  return {
    format: 1,
    tool: { name: 'edgewright', version },
    counts,
    fixable,
    suppressed,
    baselined,
    files,
    unshown,
    checked,
    findings: reportFindings(result),
  };
}

/** One JSON line for each finding (schemas/lint.schema.json); empty without findings. */
export function lintJsonl(result: LintResult): string {
  return reportFindings(result).map(jsonLine).join('');
}
