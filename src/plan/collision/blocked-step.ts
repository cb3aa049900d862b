import type { Step } from '../../model/plan/step.ts';
import type { Planning } from '../input.ts';
import { makeStep } from '../steps/step.ts';
import type { Obstacle } from './obstacles.ts';

/** The blocked step that replaces `step`, with the changes of an update so that the plan still shows them. */
export function blockedStep(planning: Planning, step: Step, { reason, remedies }: Obstacle): Step {
  const { action, address, kind, id, edge_id, origin, formerly, liveHash, changes } = step;
  return makeStep(planning, {
    address,
    kind,
    ...(id === undefined ? {} : { id }),
    ...(edge_id === undefined ? {} : { edge_id }),
    ...(origin === undefined ? {} : { origin }),
    ...(formerly === undefined ? {} : { formerly }),
    ...(liveHash === undefined ? {} : { liveHash }),
    action: 'blocked',
    reason,
    remedies,
    changes: action === 'update' ? changes : [],
  });
}
