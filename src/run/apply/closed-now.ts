import { applyTimeOf } from '../../plan/gates/apply-time.ts';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { ApplyTime } from '../../model/plan/schedule.ts';
import type { Environment, Settings, Workspace } from '../../model/workspace.ts';
import { closedText } from '../../report/plan/words/apply-time-words.ts';
import { failureOf } from '../session/ledger/failure-of.ts';
import type { ApplyOptions } from './apply-options.ts';

interface Place {
  readonly workspace: Pick<Workspace, 'settings' | 'diagnostics'>;
  readonly environment: Pick<Environment, 'name'>;
}

/** Why apply may not run now; undefined if it may. Throws if the settings have errors: then it is unknown. */
function closedNow(io: Io, { workspace, environment }: Place): ApplyTime | undefined {
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
 * Refuses an apply outside all windows, or in a freeze, before it takes the lock. Returns its options: the reason of
 * `--outside-window` stays only if it is needed, so that the log has it only where it counted. A scheduled apply goes
 * on, to say what waits.
 */
export function refuseClosed(io: Io, place: Place, options: ApplyOptions): ApplyOptions {
  const { outsideWindow, ...others } = options;
  const time = closedNow(io, place);
  if (time === undefined) {
    if (outsideWindow !== undefined) io.stderr('note: --outside-window is not needed: apply may run now\n');
    return others;
  }
  if (outsideWindow !== undefined || options.auto === true) return options;
  throw closedError(place.environment.name, time);
}

/** Why a plan may not be applied now; undefined if it may, or if a person gave a reason. */
export function closedFor(
  io: Io,
  {
    plan,
    settings,
  }: { readonly plan: Pick<Plan, 'environment'>; readonly settings: Pick<Settings, 'schedule'> },
  { outsideWindow }: Pick<ApplyOptions, 'outsideWindow'>,
): ApplyTime | undefined {
  if (outsideWindow !== undefined) return undefined;
  return closedIn(applyTimeOf(settings.schedule, plan.environment, io.clock.now()));
}

/** The plan as it is shown: with a reason to apply now, its closing sentences say nothing of the window. */
export function inWindow(plan: Plan, { outsideWindow }: Pick<ApplyOptions, 'outsideWindow'>): Plan {
  if (outsideWindow === undefined) return plan;
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
