import path from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { refuseTarget } from './files/refuse-target.ts';
import { removeEarlier, summaryRoom, writeResult } from './files/write-result.ts';
import { optionGroups } from './option-groups.ts';
import { codeList } from '../../text/words/list-words.ts';

/**
 * A format and its file; without a file it goes to `-o` or stdout, as the default one does if all others have files.
 */
export interface Report<Format extends string> {
  readonly format: Format;
  readonly file?: string | undefined;
}

/** A report to render. */
export interface PlacedReport<Format extends string> extends Report<Format> {
  /** Maximum size in bytes, if the file limits it: the summary page of a GitHub step, with what is already in it. */
  readonly room: number | undefined;
}

export interface ReportFlags<Format extends string> {
  readonly format?: readonly Report<Format>[];
  readonly output?: string;
}

/** The reports of a command: its formats, default first, and its messages. */
export interface ReportKind<Format extends string> {
  readonly formats: readonly [Format, ...Format[]];
  /** Whether a CI system executes the lines of a format as commands. */
  readonly isCommands?: (format: Format) => boolean;
  /** `findings do not go to`, `a plan does not go to`: the start of an error message, and its help. */
  readonly refusal: string;
  readonly instead: string;
}

/** `--format text --format json=plan.json`: one format for stdout or `-o`, and any number with files of their own. */
export function formatOption<Format extends string>({ formats }: ReportKind<Format>): Option {
  const option = new Option(
    '--format <format[=file]>',
    `format of the result, and its file; may be repeated if all but one name a file (default: ${formats[0]})`,
  )
    .choices(formats)
    .helpGroup(optionGroups.output);
  return option.argParser((value: string, before: readonly Report<Format>[] | undefined) => [
    ...(before ?? []),
    toReport(value, formats),
  ]);
}

function toReport<Format extends string>(value: string, formats: readonly Format[]): Report<Format> {
  const [, name = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(value) ?? [];
  const format = formats.find((known) => known === name);
  if (format === undefined) throw new InvalidArgumentError(`Allowed choices are ${formats.join(', ')}.`);
  if (file === '') throw new InvalidArgumentError(`A file's name belongs after the \`=\`.`);
  return { format, file };
}

/** The reports with their files. Refuses invalid targets before anything is written. */
export function placedReports<Format extends string>(
  io: Io,
  flags: ReportFlags<Format>,
  kind: ReportKind<Format>,
): readonly Report<Format>[] {
  const reports = placed(io, flags, kind.formats[0]);
  for (const { file } of reports) {
    if (file === undefined) continue;
    refuseYaml(file, kind);
    refuseTarget(io, file);
  }
  return reports;
}

/** The same, once no result of an earlier run is in their files. */
export function emptyReports<Format extends string>(
  io: Io,
  flags: ReportFlags<Format>,
  kind: ReportKind<Format>,
): readonly Report<Format>[] {
  const reports = placedReports(io, flags, kind);
  for (const { file } of reports) if (file !== undefined) removeEarlier(io, file);
  return reports;
}

/** Renders all reports before writing the first, so that a bug leaves no partial result. */
export async function writeReports<Format extends string>(
  io: Io,
  { isCommands = () => false }: Pick<ReportKind<Format>, 'isCommands'>,
  reports: readonly Report<Format>[],
  render: (report: PlacedReport<Format>) => Promise<string>,
): Promise<void> {
  const texts = await Promise.all(
    reports.map((report) => render({ ...report, room: summaryRoom(io, report.file) })),
  );
  for (const [index, { file, format }] of reports.entries())
    writeResult(io, texts[index] ?? '', file, isCommands(format) ? 'commands' : 'report');
}

/** The files that the reports go to. */
export function outputFiles({ format = [], output }: ReportFlags<string>): readonly string[] {
  return [output, ...format.map(({ file }) => file)].filter((file) => file !== undefined);
}

/**
 * At most one report goes to stdout or `-o`, and no two to the same file. If every format has a file of its own, the
 * default one is printed too, so that a log is never empty because a report was kept.
 */
function placed<Format extends string>(
  io: Io,
  { format: reports, output }: ReportFlags<Format>,
  usual: Format,
): readonly Report<Format>[] {
  const named = reports ?? [];
  const isPrinted = named.some(({ format, file }) => file === undefined || format === usual);
  const asked = isPrinted ? named : [...named, { format: usual }];
  const without = asked.filter(({ file }) => file === undefined);
  if (without.length > 1) {
    const names = codeList(
      without.map(({ format }) => format),
      ' and ',
    );
    const where = output === undefined ? 'stdout' : 'the file of -o';
    throw usageError(
      `${names} cannot both go to ${where}`,
      `name a file for one of them: \`--format ${without.at(-1)?.format ?? ''}=<file>\``,
    );
  }
  if (output !== undefined && without.length === 0) {
    throw usageError('nothing is left for -o: every --format names its own file');
  }
  const all = asked.map(({ format, file = output }) => ({ format, file }));
  const seen = new Set<string>();
  for (const { file } of all) {
    if (file === undefined) continue;
    const target = path.resolve(io.cwd, file);
    if (seen.has(target)) throw usageError(`two formats cannot both go to \`${file}\``);
    seen.add(target);
  }
  return all;
}

/**
 * Refuses YAML files: no format is YAML, but every file of a workspace is, and `-o` before a file to check would
 * replace it.
 */
export function refuseYaml(
  file: string,
  { refusal, instead }: Pick<ReportKind<string>, 'refusal' | 'instead'>,
): void {
  if (!/\.ya?ml$/i.test(file)) return;
  throw usageError(`${refusal} the YAML file \`${file}\``, `${instead}. Nothing was written`);
}
