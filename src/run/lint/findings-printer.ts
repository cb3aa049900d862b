import { usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import { emptyReports, writeReports } from '../cli/reports.ts';
import { lintFormat } from './lint-formats.ts';
import { type ReportOptions, findingsReport } from './limit-findings.ts';

/** Prints the findings in each format that was asked for. Wrong options are refused before anything is checked. */
export function findingsPrinter(io: Io, options: ReportOptions): (result: LintResult) => Promise<void> {
  if (options.diff === true && options.format !== undefined)
    throw usageError('--diff cannot be used with --format');
  const reports = emptyReports(io, options, findingsReport);
  return async (result) => {
    const { formatContext } = await import('./lint-formats.ts');
    await writeReports(io, findingsReport, reports, ({ format, file, room }) =>
      lintFormat(format).render(result, formatContext(io, { ...options, file, room })),
    );
  };
}
