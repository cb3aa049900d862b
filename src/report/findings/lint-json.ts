import type { LintResult } from '../../model/lint/lint-result.ts';
import { jsonText, jsonLine } from '../text/json.ts';
import { toReport, type LintReport } from './lint-report.ts';

/** The document of `--format json` (schemas/lint.schema.json). A breaking change increments `format`. */
export interface LintDocument extends Omit<LintReport, 'findings'> {
  readonly format: 1;
  readonly tool: { readonly name: 'edgewright'; readonly version: string };
  readonly findings: LintReport['findings'];
}

export function lintJson(result: LintResult, version: string): string {
  return jsonText(lintDocument(result, version));
}

export function lintDocument(result: LintResult, version: string): LintDocument {
  const { findings, ...summary } = toReport(result);
  return { format: 1, tool: { name: 'edgewright', version }, ...summary, findings };
}

/** One JSON line for each finding (schemas/lint.schema.json); empty without findings. */
export function lintJsonl(result: LintResult): string {
  return toReport(result).findings.map(jsonLine).join('');
}
