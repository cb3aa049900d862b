import type { EnvironmentSides } from '../../model/desired.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { NamedId } from '../../model/workspace/environment.ts';
import { namesInSteps } from '../../report/plan/named-ids.ts';
import { trafficOfPlan } from '../../routing/traffic/plan-traffic.ts';
import { withRulePlaces } from './rule-places.ts';

interface PlannedSides extends Pick<EnvironmentSides, 'desired' | 'live'> {
  readonly ids: readonly NamedId[];
}

/** A plan with what its reports show beside the changes: places in the files, names for ids, and where requests go. */
export function reportedPlan(made: Plan, { desired, live, ids }: PlannedSides): Plan {
  return {
    ...made,
    steps: withRulePlaces(made.steps, desired),
    traffic: trafficOfPlan(made, live, ids),
    names: namesInSteps(made.steps, ids),
  };
}
