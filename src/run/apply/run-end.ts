import { LedgerError, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { RunEvent, RunFailure } from '../../model/plan/run-event.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';

/** A signal decides the exit code of the process, whatever the run returned. */
export function finalCode({ signal }: Io, exitCode: ExitCode): ExitCode {
  if (!signal.aborted) return exitCode;
  return signal.reason === exitCodes.terminated ? exitCodes.terminated : exitCodes.interrupted;
}

export type RunEnd = Extract<RunEvent, { readonly event: 'end' }>;

/** The end of a run one of whose reports could not be written, which must not hide how the run failed. */
export function endAfter(end: RunEnd, failure: UserError | undefined): RunEnd {
  const isGood = end.exitCode === exitCodes.ok || end.exitCode === exitCodes.changes;
  if (failure === undefined || !isGood) return end;
  return { ...end, exitCode: failure.exitCode, error: runFailure(failure) };
}

/** The error that ended a run early, as its events have it. */
export function runFailure(error: unknown): RunFailure {
  const message = error instanceof Error ? error.message : String(error);
  const help = error instanceof UserError ? error.help : undefined;
  const holder = error instanceof LedgerError ? error.holder : undefined;
  return {
    message,
    ...withoutUndefined({ help, holder }),
  };
}
