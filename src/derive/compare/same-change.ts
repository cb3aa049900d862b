import type { Step } from '../../model/plan/step.ts';

/** The number of steps with the same change from which on they are one for a reader. */
export const leastSame = 3;

/**
 * The effect of a step, whichever object it is for: steps with the same key are one change for a reader, such as an edit
 * of a preset. The place where a value is written does not count, nor does its part of the change id.
 */
export function sameChange(step: Step): string {
  const { action, kind, reason, changes, formerly, attribution, drifted, isProtected, remedies } = step;
  const { exposure, possibleExposure, protection, missingSecrets } = step;
  return JSON.stringify([
    action,
    kind,
    reason,
    changes.map(({ origin: _origin, fact: _fact, ...change }) => change),
    formerly,
    attribution,
    drifted,
    isProtected,
    remedies,
    missingSecrets,
    exposure === undefined
      ? null
      : [exposure.direction, exposure.reasons, exposure.isAllowed, possibleExposure, protection],
  ]);
}
