import { countFindings } from '../../lint/engine/count-findings.ts';
import { exitCodes, type ExitCode } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';

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
  io.stderr(
    `error: found ${warn} warning${warn === 1 ? '' : 's'}; \`--max-warnings\` allows ${maxWarnings}\n`,
  );
  return exitCodes.configuration;
}
