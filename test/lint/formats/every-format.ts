import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { lintFormats, type LintFormat } from '../../../src/workflow/lint/lint-formats.ts';
import type { LintResult } from '../../../src/model/lint/lint-result.ts';
import { lintCheckstyle } from '../../../src/report/findings/lint-checkstyle.ts';
import { lintCompact } from '../../../src/report/findings/lint-compact.ts';
import { lintGithub } from '../../../src/report/findings/lint-github.ts';
import { lintGitlab } from '../../../src/report/findings/lint-gitlab.ts';
import { lintJson } from '../../../src/report/findings/lint-json.ts';
import { lintJsonl } from '../../../src/report/findings/lint-jsonl.ts';
import { lintJunit } from '../../../src/report/findings/lint-junit.ts';
import { lintMarkdown } from '../../../src/report/findings/lint-markdown.ts';
import { lintPretty } from '../../../src/report/findings/lint-pretty.ts';
import { lintSarif } from '../../../src/report/findings/lint-sarif.ts';
import type { FormatCase } from './result-of.ts';

export const formats = lintFormats;

/** The bytes of a format, as the command writes them; what rules say of themselves has its own test. */
export function render(
  format: LintFormat,
  result: LintResult,
  { columns = 80, folder = '' }: Pick<FormatCase, 'columns' | 'folder'> = {},
): string {
  switch (format) {
    case 'pretty':
      return lintPretty(result, { columns });
    case 'compact':
      return lintCompact(result);
    case 'json':
      return lintJson(result, '0.0.0');
    case 'jsonl':
      return lintJsonl(result);
    case 'sarif':
      return lintSarif(result, { version: '0.0.0', rules: [], folder });
    case 'github':
      return lintGithub(result, { folder });
    case 'gitlab':
      return lintGitlab(result, { folder });
    case 'junit':
      return lintJunit(result, { folder });
    case 'checkstyle':
      return lintCheckstyle(result, { folder });
    case 'markdown':
      return lintMarkdown(result, { folder });
  }
}

export const casesFolder = new URL('cases/', import.meta.url);

export const caseNames = readdirSync(casesFolder)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => name.replace(/\.yaml$/, ''));

export function caseOf(name: string): FormatCase {
  return parse(readFileSync(new URL(`${name}.yaml`, casesFolder), 'utf8')) as FormatCase;
}
