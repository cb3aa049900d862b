import type { TrafficShift } from '../model/traffic/traffic-shift.ts';
import type { LiveState } from '../model/live.ts';
import type { Plan } from '../model/plan/plan.ts';
import type { NamedId } from '../model/workspace.ts';
import { edgesOf } from '../routing/edges.ts';
import { sidesOfPlan } from './plan-sides.ts';
import { trafficShifts } from './shifts/shifts.ts';

/** The routing changes of a plan. */
export function trafficOfPlan(
  { steps }: Pick<Plan, 'steps'>,
  live: LiveState,
  ids: Iterable<NamedId>,
): readonly TrafficShift[] {
  if (steps.every(({ action }) => action === 'keep')) return [];
  return trafficShifts({ ...sidesOfPlan(steps, live), edges: edgesOf(ids, live.listed) });
}
