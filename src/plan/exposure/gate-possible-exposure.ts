import type { Step } from '../../model/plan/step.ts';
import { exposing } from './exposure.ts';
import type { Planning } from '../input.ts';

/** Requires an approval for a step that is sent and may expose something that cannot be checked. */
export function gatePossibleExposure(planning: Planning, step: Step): Step {
  if (step.possibleExposure === undefined || step.exposure !== undefined || step.requests.length === 0)
    return step;
  const { possibleExposure, ...rest } = step;
  return exposing(planning, rest, { direction: 'unknown', reasons: possibleExposure });
}
