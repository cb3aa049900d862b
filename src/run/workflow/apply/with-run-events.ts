import { exitCodeOf, type ExitCode } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import type { RunEvent } from '../../../model/plan/run-event.ts';
import { redirect } from '../../cli/redirect.ts';
import { inertLine } from '../../../report/text/inert.ts';
import type { ApplyOptions } from './apply-options.ts';
import { applyReports, type ApplyReports } from './apply-reports.ts';
import { endAfter, finalCode, runFailure, type RunEnd } from './run-end.ts';

/** Does the work of an apply, which ends with an event in any case; its reports follow the events. */
export async function withRunEvents(
  io: Io,
  options: Pick<ApplyOptions, 'format'>,
  work: (io: Io) => Promise<number>,
): Promise<number> {
  const reports = applyReports(io, options);
  const tell = (event: RunEvent): void => {
    reports.tell(event);
    io.tell?.(event);
  };
  let exitCode: ExitCode;
  try {
    exitCode = (await work(redirect(io, { stdout: reports.screen, tell }))) as ExitCode;
  } catch (error) {
    finish(io, reports, {
      event: 'end',
      exitCode: finalCode(io, exitCodeOf(error)),
      error: runFailure(error),
    });
    throw error;
  }
  finish(io, reports, { event: 'end', exitCode: finalCode(io, exitCode) });
  return exitCode;
}

/** Throws for a report that cannot be written, unless this would hide how the apply ended. */
function finish(io: Io, reports: ApplyReports, end: RunEnd): void {
  const failure = reports.finish(end);
  const told = endAfter(end, failure);
  io.tell?.(told);
  if (failure === undefined) return;
  if (told !== end) throw failure;
  io.stderr(`warning: ${inertLine(failure.message)}\n`);
}
