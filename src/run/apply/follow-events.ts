import type { Io } from '../../model/io.ts';
import { inertLine } from '../../report/text/inert.ts';
import type { RunFollower } from '../session/open-run.ts';
import type { ApplyOptions } from './apply-options.ts';
import { applyReports } from './apply-reports.ts';
import { endAfter, finalCode, runFailure, type RunEnd } from './run-end.ts';

/**
 * Writes the reports of an apply from its events, of which the last is its end in any case. A report that cannot be
 * written is an error, unless this would hide how the apply ended.
 */
export function followEvents(io: Io, options: Pick<ApplyOptions, 'format'>): RunFollower {
  const reports = applyReports(io, options);
  return {
    stdout: reports.screen,
    tell: reports.tell,
    end: (exitCode, error) => {
      const failed = error === undefined ? {} : { error: runFailure(error) };
      const end: RunEnd = { event: 'end', exitCode: finalCode(io, exitCode), ...failed };
      const failure = reports.finish(end);
      const told = endAfter(end, failure);
      io.tell?.(told);
      if (failure === undefined) return;
      if (told !== end) throw failure;
      io.stderr(`warning: ${inertLine(failure.message)}\n`);
    },
  };
}
