import { InvalidArgumentError, Option } from 'commander';
import path from 'node:path';
import { exitCodes, UserError } from '../model/errors.ts';
import type { Io } from '../model/io.ts';
import type { LintResult } from '../model/lint-result.ts';
import { wantsColor } from './color.ts';
import type { ColorOptions } from './options.ts';
import { writeResult } from './write-result.ts';

const formats = ['pretty', 'compact', 'json', 'github'] as const;

type Format = (typeof formats)[number];

/** A format, and the file it goes to; without one it goes to `-o`, or else to stdout. */
interface Report {
  readonly format: Format;
  readonly file?: string | undefined;
}

export interface ReportOptions extends ColorOptions {
  readonly format?: readonly Report[];
  readonly output?: string;
}

/** `--format pretty --format json=findings.json`: one for stdout or `-o`, and any number for files of their own. */
export function formatOption(): Option {
  const option = new Option(
    '--format <format[=file]>',
    'how; may be repeated, and all but one must name a file (default: pretty)',
  ).choices(formats);
  return option.argParser((value: string, before: readonly Report[] | undefined) => [
    ...(before ?? []),
    toReport(value),
  ]);
}

function toReport(value: string): Report {
  const [, name = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(value) ?? [];
  const format = formats.find((known) => known === name);
  if (format === undefined) throw new InvalidArgumentError(`Allowed choices are ${formats.join(', ')}.`);
  if (file === '') throw new InvalidArgumentError(`A file's name belongs after the \`=\`.`);
  return { format, file };
}

/** Prints the findings in each format that was asked for. Takes the options apart before anything is judged. */
export function findingsPrinter(io: Io, options: ReportOptions): (result: LintResult) => Promise<void> {
  const reports = placed(io, options);
  return async (result) => {
    const texts = await Promise.all(reports.map((report) => render(io, result, report, options)));
    for (const [index, { file }] of reports.entries()) writeResult(io, texts[index] ?? '', file);
  };
}

/** The reports with their files; at most one goes to stdout, and no two to the same file. */
function placed(
  io: Io,
  { format: reports = [{ format: 'pretty' }], output }: ReportOptions,
): readonly Report[] {
  const without = reports.filter(({ file }) => file === undefined);
  if (without.length > 1) {
    const names = without.map(({ format }) => `\`${format}\``).join(' and ');
    throw new UserError(
      exitCodes.usage,
      `${names} cannot both go to ${output === undefined ? 'stdout' : '-o'}`,
      {
        help: `name a file for one of them: \`--format ${without.at(-1)?.format ?? ''}=<file>\``,
      },
    );
  }
  if (output !== undefined && without.length === 0) {
    throw new UserError(exitCodes.usage, 'nothing is left for -o: every --format names its own file');
  }
  const all = reports.map(({ format, file = output }) => ({ format, file }));
  const files = all.flatMap(({ file }) => (file === undefined ? [] : [path.resolve(io.cwd, file)]));
  const twice = files.findIndex((file, index) => files.indexOf(file) !== index);
  if (twice !== -1) {
    const { file = '' } = all.filter((one) => one.file !== undefined)[twice] ?? {};
    throw new UserError(exitCodes.usage, `two formats cannot both go to \`${file}\``);
  }
  return all;
}

async function render(
  io: Io,
  result: LintResult,
  { format, file }: Report,
  options: ReportOptions,
): Promise<string> {
  switch (format) {
    case 'pretty': {
      const { lintPretty } = await import('../report/lint-pretty.ts');
      // The bytes of a file depend on no terminal.
      const columns = file === undefined ? Math.min(io.columns, 120) : 80;
      const color = file === undefined ? wantsColor(io, options) : options.color === 'always';
      return lintPretty(result, { color, columns });
    }
    case 'compact':
      return (await import('../report/lint-compact.ts')).lintCompact(result);
    case 'json': {
      const [{ lintJson }, { version }] = await Promise.all([
        import('../report/lint-json.ts'),
        import('../version.ts'),
      ]);
      return lintJson(result, version);
    }
    case 'github':
      return (await import('../report/lint-github.ts')).lintGithub(result);
  }
}
