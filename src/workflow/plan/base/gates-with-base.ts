import type { Io } from '../../../model/io.ts';
import type { Plan } from '../../../model/plan/plan.ts';
import type { Workspace } from '../../../model/workspace.ts';
import type { StricterGates } from '../../../plan/gates/stricter-gates.ts';
import { lintByBase } from './lint-by-base.ts';
import { laxerLint, otherSettings } from './laxer-lint.ts';
import type { OpenedBase } from './plan-base.ts';
import type { PlanningRequest } from '../make-plan.ts';

interface GatesWithBase extends StricterGates {
  readonly refusals: Plan['refusals'];
}

/** The stricter gates of head and base; undefined if the base has none. */
export async function gatesWithBase(
  io: Io,
  input: PlanningRequest,
  { ref, keeper, ahead, changedTests }: OpenedBase,
  there: Workspace | undefined,
): Promise<GatesWithBase | undefined> {
  const { workspace, environment } = input;
  const baseRules = keeper ?? there;
  if (baseRules === undefined) return undefined;
  const { stricterGates } = await import('../../../plan/gates/stricter-gates.ts');
  const { settings, environments } = baseRules;
  // If `ref` has advanced, it may have approvals that this branch lacks; none of these counts as new here.
  const known = (ahead === 0 ? there : undefined) ?? keeper?.read();
  const { approvals } = known ?? { approvals: [] };
  const gates = stricterGates({
    head: { safety: workspace.settings.safety, drift: environment.drift, approvals: workspace.approvals },
    base: { safety: settings.safety, drift: environments.get(environment.name)?.drift, approvals },
    ref,
    environment: environment.name,
    ledger: input.ledger,
  });
  const { changedSchedule } = await import('../../../plan/gates/changed-schedule.ts');
  const times = changedSchedule({
    head: workspace.settings.schedule,
    base: settings.schedule,
    ref,
    environment: environment.name,
    now: io.clock.now(),
  });
  const sides = { head: workspace.settings, base: settings, ref };
  const laxer = await laxerLint(sides);
  const others = await otherSettings({ ...sides, start: there?.settings ?? settings, changedTests });
  const { refusals, notes } = await lintByBase(io, input, { settings, ref, suppressing: there ?? known });
  return { ...gates, notes: [...gates.notes, ...times, ...laxer, ...others, ...notes], refusals };
}

/** The planning input with these gates applied. */
export function underGates(
  { safety, drift, loosened }: StricterGates,
  { workspace, environment }: Pick<PlanningRequest, 'workspace' | 'environment'>,
): Pick<PlanningRequest, 'workspace' | 'environment' | 'loosened'> {
  const settings = { ...workspace.settings, safety };
  return { workspace: { ...workspace, settings }, environment: { ...environment, drift }, loosened };
}
