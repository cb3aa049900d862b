import { InvalidArgumentError, Option } from 'commander';
import path from 'node:path';
import { exitCodes, UserError } from '../model/errors.ts';
import type { Io } from '../model/io.ts';
import type { LintResult } from '../model/lint-result.ts';
import type { ColorOptions, WorkspaceOptions } from './options.ts';
import { lintFormats, type LintFormat } from './lint-formats.ts';
import { refuseLinkedResult, writeResult } from './write-result.ts';

/** A format, and the file it goes to; without one it goes to `-o`, or else to stdout. */
interface Report {
  readonly format: LintFormat;
  readonly file?: string | undefined;
}

export interface ReportOptions extends ColorOptions, WorkspaceOptions {
  readonly format?: readonly Report[];
  readonly output?: string;
  /** A patch is printed instead of findings. */
  readonly diff?: boolean;
  /** Live objects are judged, not files. */
  readonly live?: boolean;
}

/** `--format pretty --format json=findings.json`: one for stdout or `-o`, and any number for files of their own. */
export function formatOption(): Option {
  const option = new Option(
    '--format <format[=file]>',
    'how; may be repeated, and all but one must name a file (default: pretty)',
  ).choices(lintFormats);
  return option.argParser((value: string, before: readonly Report[] | undefined) => [
    ...(before ?? []),
    toReport(value),
  ]);
}

function toReport(value: string): Report {
  const [, name = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(value) ?? [];
  const format = lintFormats.find((known) => known === name);
  if (format === undefined) throw new InvalidArgumentError(`Allowed choices are ${lintFormats.join(', ')}.`);
  if (file === '') throw new InvalidArgumentError(`A file's name belongs after the \`=\`.`);
  return { format, file };
}

/** Prints the findings in each format that was asked for. Wrong options are refused before anything is judged. */
export function findingsPrinter(io: Io, options: ReportOptions): (result: LintResult) => Promise<void> {
  if (options.diff === true && options.format !== undefined)
    throw new UserError(exitCodes.usage, '--diff prints a patch; it goes with no --format');
  const reports = placed(io, options);
  for (const { file } of reports) {
    if (file === undefined) continue;
    refuseYaml(file);
    refuseLinkedResult(io, file);
  }
  return async (result) => {
    const { renderFindings } = await import('./render-findings.ts');
    const texts = await Promise.all(
      reports.map(({ format, file }) => renderFindings(io, result, format, { ...options, file })),
    );
    for (const [index, { file }] of reports.entries()) writeResult(io, texts[index] ?? '', file);
  };
}

/** No format is YAML, but every file of a workspace is: `-o` before the file that was to be judged would replace it. */
function refuseYaml(file: string): void {
  if (!/\.ya?ml$/i.test(file)) return;
  throw new UserError(exitCodes.usage, `findings do not go to the YAML file \`${file}\``, {
    help: 'name another file; to judge a file, give its name without an option. Nothing was written',
  });
}

/** The files that the findings go to. */
export function outputFiles({ format = [], output }: ReportOptions): readonly string[] {
  return [output, ...format.map(({ file }) => file)].filter((file) => file !== undefined);
}

/** The reports with their files; at most one goes to stdout, and no two to the same file. */
function placed(
  io: Io,
  { format: reports = [{ format: 'pretty' }], output }: ReportOptions,
): readonly Report[] {
  const without = reports.filter(({ file }) => file === undefined);
  if (without.length > 1) {
    const names = without.map(({ format }) => `\`${format}\``).join(' and ');
    const where = output === undefined ? 'stdout' : 'the file of -o';
    throw new UserError(exitCodes.usage, `${names} cannot both go to ${where}`, {
      help: `name a file for one of them: \`--format ${without.at(-1)?.format ?? ''}=<file>\``,
    });
  }
  if (output !== undefined && without.length === 0) {
    throw new UserError(exitCodes.usage, 'nothing is left for -o: every --format names its own file');
  }
  const all = reports.map(({ format, file = output }) => ({ format, file }));
  const seen = new Set<string>();
  for (const { file } of all) {
    if (file === undefined) continue;
    const target = path.resolve(io.cwd, file);
    if (seen.has(target)) throw new UserError(exitCodes.usage, `two formats cannot both go to \`${file}\``);
    seen.add(target);
  }
  return all;
}
