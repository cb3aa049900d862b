import type { Step } from '../../model/plan/step.ts';
import type { Address } from '../../model/workspace.ts';
import type { Planning } from '../input.ts';
import { makeStep } from '../steps/step.ts';

/** The step that is not done while the safety of another depends on it. */
export interface Undone {
  readonly address: Address;
  readonly why: 'not-done' | 'filtered';
}

/** The blocked step: without the other one, URLs would be less protected than declared, so it is not done either. */
export function stoppedStep(planning: Planning, step: Step, { address: other, why }: Undone): Step {
  const { address, kind, id, edge_id, origin, formerly, liveHash, changes, desired } = step;
  return makeStep(planning, {
    address,
    kind,
    ...(id === undefined ? {} : { id }),
    ...(edge_id === undefined ? {} : { edge_id }),
    ...(origin === undefined ? {} : { origin }),
    ...(formerly === undefined ? {} : { formerly }),
    ...(liveHash === undefined ? {} : { liveHash }),
    ...(desired === undefined ? {} : { desired }),
    action: 'blocked',
    reason: { code: why === 'filtered' ? 'rests-on-filtered' : 'rests-on-undone', other },
    restsOn: [other],
    remedies: [why === 'filtered' ? { code: 'choose-too', other } : { code: 'do-first', address, other }],
    changes: step.action === 'create' ? [] : changes,
  });
}
