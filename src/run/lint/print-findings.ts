import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { ColorOptions, WorkspaceOptions } from '../cli/options.ts';
import { lintFormat, lintFormatNames, type LintFormat } from './lint-formats.ts';
import { placedReports, writeReports, type ReportFlags, type ReportKind } from '../cli/reports.ts';

export interface ReportOptions extends ReportFlags<LintFormat>, ColorOptions, WorkspaceOptions {
  /** A patch is printed instead of findings. */
  readonly diff?: boolean;
  /** Live objects are checked, not files. */
  readonly live?: boolean;
}

export const findingsReport: ReportKind<LintFormat> = {
  formats: lintFormatNames,
  isCommands: (format) => lintFormat(format).isCommands === true,
  refusal: 'findings do not go to',
  instead: 'name another file; to check a file, give its name without an option',
};

/** Prints the findings in each format that was asked for. Wrong options are refused before anything is checked. */
export function findingsPrinter(io: Io, options: ReportOptions): (result: LintResult) => Promise<void> {
  if (options.diff === true && options.format !== undefined)
    throw new UserError(exitCodes.usage, '--diff cannot be used with --format');
  const reports = placedReports(io, options, findingsReport);
  return async (result) => {
    const { formatContext } = await import('./format-context.ts');
    await writeReports(io, findingsReport, reports, ({ format, file, room }) =>
      lintFormat(format).render(result, formatContext(io, { ...options, file, room })),
    );
  };
}
