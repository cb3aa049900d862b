import { SaxesParser } from 'saxes';
import { expect } from 'vitest';
import type { LintFormat } from '../../../src/run/lint/lint-formats.ts';
import { actingIn } from '../../workspace/hostile/is-inert.ts';

/** Expects that an output is valid in its format and contains nothing active. */
export function judgeFormat(format: LintFormat, text: string): void {
  const isGithub = format === 'github';
  const shown = isGithub ? text.replaceAll(/^::(?:error|warning|notice) /gm, '') : text;
  expect(actingIn(shown), `${format}: ${text}`).toBeUndefined();
  if (isGithub) {
    const commands = text.split('\n').filter((row) => row.startsWith('::'));
    expect(commands.filter((row) => !workflowCommand.test(row))).toEqual([]);
  }
  if (format === 'json' || format === 'sarif' || format === 'gitlab') JSON.parse(text);
  if (format === 'jsonl') for (const line of text.split('\n')) if (line !== '') JSON.parse(line);
  if (format === 'junit' || format === 'checkstyle') new SaxesParser().write(text).close();
}

/** Properties without `,` and `:`, a message on one line. */
const workflowCommand =
  /^::(?:error|warning|notice) file=[^,:]+,line=\d+,col=\d+,endLine=\d+(?:,endColumn=\d+)?,title=[\w-]+::.+$/;
