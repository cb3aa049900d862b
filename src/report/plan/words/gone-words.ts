import type { Step } from '../../../model/plan/step.ts';

/** There is nothing live to keep or to pull. */
export const goneText = 'an object that is gone is created again only if that is approved';

/** Whether it was deleted outside Edgewright: its changes are those since it was applied last. */
export function isGone({ reason }: Step): boolean {
  return reason.code === 'gone' || reason.code === 'gone-settling' || reason.code === 'gone-replaced';
}
