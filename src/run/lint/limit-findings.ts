import { counted } from '../../text/words/noun-words.ts';
import { countFindings } from '../../lint/engine/count-findings.ts';
import type { Io } from '../../model/io.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { ColorOptions, WorkspaceOptions } from '../cli/options.ts';
import type { ReportFlags, ReportKind } from '../cli/reports.ts';
import { lintFormat, type LintFormat, lintFormatNames } from './lint-formats.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';

export interface LimitOptions {
  /** Only errors are shown and fixed; warnings still count for `maxWarnings`. */
  readonly quiet?: boolean;
  readonly maxWarnings?: number;
}

/** The part of a result that `--quiet` shows: its errors. */
export function shownOf(result: LintResult, { quiet }: Pick<LimitOptions, 'quiet'>): LintResult {
  if (quiet !== true) return result;
  const diagnostics = result.diagnostics.filter(({ severity }) => severity === 'error');
  const unshown = result.diagnostics.length - diagnostics.length;
  if (unshown === 0) return result;
  return { ...result, diagnostics, ...countFindings(diagnostics), unshown };
}

/**
 * Exit code 1, with an explanation on stderr, if there are more warnings than `--max-warnings`; otherwise undefined.
 */
export function tooManyWarnings(
  io: Io,
  { counts: { warn } }: LintResult,
  { maxWarnings }: LimitOptions,
): ExitCode | undefined {
  if (maxWarnings === undefined || warn <= maxWarnings) return undefined;
  io.stderr(`error: found ${counted(warn, 'warning')}; \`--max-warnings\` allows ${maxWarnings}\n`);
  return exitCodes.configuration;
}

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
