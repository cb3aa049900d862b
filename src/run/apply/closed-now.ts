import { applyTimeOf } from '../../plan/gates/apply-time.ts';
import { UserError } from '../../model/errors.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { ApplyTime } from '../../model/plan/schedule.ts';
import { closedText } from '../../report/plan/words/apply-time-words.ts';
import { failureOf } from '../session/ledger/failure-of.ts';
import type { Run } from '../session/run.ts';
import type { ApplyChoices } from './apply-options.ts';
import { exitCodes } from '../../model/exit-codes.ts';

/** Why apply may not run now; undefined if it may. Throws if the settings have errors: then it is unknown. */
function closedNow({ io, workspace, environment }: Run): ApplyTime | undefined {
  const { settings, diagnostics } = workspace;
  if (failureOf(diagnostics) === exitCodes.settings) {
    throw new UserError(
      exitCodes.settings,
      'edgewright.yaml has errors, so it is unknown whether apply may run',
      {
        help: 'run `edgewright lint`',
      },
    );
  }
  return closedIn(applyTimeOf(settings.schedule, environment.name, io.clock.now()));
}

/**
 * Refuses an apply outside all windows, or in a freeze, before it takes the lock. Returns the run: the reason of
 * `--outside-window` stays only if it is needed, so that the log has it only where it counted. A scheduled apply goes
 * on, to say what waits.
 */
export function refuseClosed(run: Run, { auto }: Pick<ApplyChoices, 'auto'>): Run {
  const { outsideWindow, ...ledger } = run.ledger;
  const time = closedNow(run);
  if (time === undefined) {
    if (outsideWindow !== undefined)
      run.io.stderr('note: --outside-window is not needed: apply may run now\n');
    return { ...run, ledger };
  }
  if (outsideWindow !== undefined || auto === true) return run;
  throw closedError(run.environment.name, time);
}

/** Why nothing may be applied now; undefined if something may, or if a person gave a reason. */
export function closedFor({ io, workspace, environment, ledger }: Run): ApplyTime | undefined {
  if (ledger.outsideWindow !== undefined) return undefined;
  return closedIn(applyTimeOf(workspace.settings.schedule, environment.name, io.clock.now()));
}

/** The plan as it is shown: with a reason to apply now, its closing sentences say nothing of the window. */
export function inWindow(plan: Plan, { ledger }: Pick<Run, 'ledger'>): Plan {
  if (ledger.outsideWindow === undefined) return plan;
  const { applyTime: _time, ...rest } = plan;
  return rest;
}

function closedIn(time: ApplyTime | undefined): ApplyTime | undefined {
  return time?.state === 'open' ? undefined : time;
}

/** The error for an apply whose window has closed, or that a freeze forbids. */
export function closedError(environment: string, time: ApplyTime): UserError {
  return new UserError(
    exitCodes.closed,
    `nothing is applied to \`${environment}\` now: ${closedText(time)}`,
    { help: 'wait, or add `--outside-window "<reason>"`: the log of the ledger keeps the reason' },
  );
}
