import { exitCodeOf, exitCodes, UserError, type ExitCode } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { RunEvent } from '../../model/plan/run-event.ts';
import { redirect } from '../../cli/redirect.ts';
import { inertLine } from '../../report/text/inert.ts';
import type { ApplyOptions } from './apply-options.ts';
import { applyReports, type ApplyReports } from './apply-reports.ts';
import { finalCode, runFailure } from './run-end.ts';

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
    tell({ event: 'end', exitCode: finalCode(io, exitCodeOf(error)), error: runFailure(error) });
    finishQuietly(io, reports);
    throw error;
  }
  tell({ event: 'end', exitCode: finalCode(io, exitCode) });
  if (exitCode === exitCodes.ok || exitCode === exitCodes.changes) reports.finish();
  else finishQuietly(io, reports);
  return exitCode;
}

/** A report that cannot be written must not hide how the apply ended. */
function finishQuietly(io: Io, { finish }: ApplyReports): void {
  try {
    finish();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    io.stderr(`warning: ${inertLine(error.message)}\n`);
  }
}
