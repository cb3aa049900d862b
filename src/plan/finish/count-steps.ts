import type { Step, StepAction } from '../../model/plan/step.ts';

/** The number of steps by action, zeros included. */
export function countSteps(steps: readonly Step[]): Readonly<Record<StepAction, number>> {
  const counts = {
    create: 0,
    update: 0,
    delete: 0,
    adopt: 0,
    retire: 0,
    forget: 0,
    drift: 0,
    keep: 0,
    blocked: 0,
  };
  for (const { action } of steps) counts[action]++;
  return counts;
}
