import type { LintResult } from '../model/lint-result.ts';
import { logCommand } from './inert.ts';
import { toReport, type LintReport } from './lint-report.ts';

/** The document of `--format json`, as schemas/lint.schema.json describes it. A change that breaks readers raises `format`. */
export interface LintJson extends Omit<LintReport, 'findings'> {
  readonly format: 1;
  readonly tool: { readonly name: 'edgewright'; readonly version: string };
  readonly findings: LintReport['findings'];
}

export function lintJson(result: LintResult, version: string): string {
  const { findings, ...summary } = toReport(result);
  const document: LintJson = { format: 1, tool: { name: 'edgewright', version }, ...summary, findings };
  return `${asciiControls(JSON.stringify(document, undefined, 2))}\n`;
}

/** JSON may hold any character as it is; those that act on a terminal are written as escapes, which mean the same. */
function asciiControls(json: string): string {
  return json
    .replace(
      /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu,
      (character) => character.split('').map(unit).join(''),
    )
    .replaceAll(logCommand, `##${unit('[')}`);
}

function unit(half: string): string {
  return `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
