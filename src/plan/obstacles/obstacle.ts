import type { Step } from '../../model/plan/step.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import type { Planning } from '../input.ts';
import type { Pair } from '../steps/pair.ts';
import { makeStep } from '../steps/make-step.ts';

/** Why a step is not done, and the remedies. */
export type Obstacle = Pick<Step, 'reason' | 'remedies' | 'unknown' | 'restsOn'>;

/** The steps among which a step may have an obstacle. */
export interface StepsAmong {
  readonly planning: Planning;
  readonly pairs: readonly Pair[];
  readonly steps: readonly Step[];
  /** The steps that a filter leaves out, as they are in the whole plan. */
  readonly rest: readonly Step[];
}

/** Prepares to find the obstacle of each step; undefined if none of the steps can have one. */
export type ObstacleFinder = (among: StepsAmong) => ((step: Step) => Obstacle | undefined) | undefined;

type BlockedSubject = Pick<Step, 'address' | 'kind'> & Partial<Step>;

/** The blocked step that replaces a step, with the changes of an update so that the plan still shows them. */
export function blockedStep(planning: Planning, step: BlockedSubject, obstacle: Obstacle): Step {
  const { address, kind, id, edge_id, origin, formerly, liveHash } = step;
  return makeStep(planning, {
    ...withoutUndefined({ address, kind, id, edge_id, origin, formerly, liveHash }),
    action: 'blocked',
    changes: step.action === 'update' ? (step.changes ?? []) : [],
    ...obstacle,
  });
}
