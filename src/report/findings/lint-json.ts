import type { LintResult } from '../../model/lint/lint-result.ts';
import { jsonText } from '../text/json.ts';
import { toReport, type LintReport } from './lint-report.ts';

/** The document of `--format json` (schemas/lint.schema.json). A breaking change increments `format`. */
export interface LintJson extends Omit<LintReport, 'findings'> {
  readonly format: 1;
  readonly tool: { readonly name: 'edgewright'; readonly version: string };
  readonly findings: LintReport['findings'];
}

export function lintJson(result: LintResult, version: string): string {
  const { findings, ...summary } = toReport(result);
  const document: LintJson = { format: 1, tool: { name: 'edgewright', version }, ...summary, findings };
  return jsonText(document);
}
