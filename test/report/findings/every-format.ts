import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { lintFormat, lintFormatNames, type LintFormat } from '../../../src/run/lint/lint-formats.ts';
import type { LintResult } from '../../../src/model/lint/lint-result.ts';
import type { FormatCase } from './result-of.ts';

export const formats = lintFormatNames;

/** The bytes of a format, as the command writes them; what rules say of themselves has its own test. */
export function render(
  format: LintFormat,
  result: LintResult,
  { columns = 80, folder = '' }: Pick<FormatCase, 'columns' | 'folder'> = {},
): Promise<string> {
  return lintFormat(format).render(result, {
    terminal: () => ({ color: false, columns }),
    folder: () => Promise.resolve(folder),
    version: () => Promise.resolve('0.0.0'),
    rules: () => Promise.resolve([]),
    room: undefined,
  });
}

export const casesFolder = new URL('cases/', import.meta.url);

export const caseNames = readdirSync(casesFolder)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => name.replace(/\.yaml$/, ''));

export function caseOf(name: string): FormatCase {
  return parse(readFileSync(new URL(`${name}.yaml`, casesFolder), 'utf8')) as FormatCase;
}
