import type { Step } from '../../model/plan/step.ts';
import { adoptStep, ambiguousStep } from './adopt.ts';
import { createStep } from './create.ts';
import type { Planning } from '../input.ts';
import { managedSteps } from './managed.ts';
import type { Pair } from './pair.ts';
import { orphanSteps, removedStep } from './removed.ts';
import { isProtected } from './step.ts';

/** The steps for a pair; protected if its address or a former one is. */
export function decide(planning: Planning, pair: Pair): readonly Step[] {
  const steps = stepsOf(planning, pair);
  if (!('desired' in pair) || pair.desired.formerly.length === 0) return steps;
  if (!pair.desired.formerly.some((address) => isProtected(planning.settings, address))) return steps;
  return steps.map((step) => ({ ...step, isProtected: true }));
}

/** One step; two if our change and an outside change are in one object; none for an orphan that is still live. */
function stepsOf(planning: Planning, pair: Pair): readonly Step[] {
  switch (pair.type) {
    case 'new':
      return [createStep(planning, pair.desired)];
    case 'adopted':
      return [adoptStep(planning, pair)];
    case 'ambiguous':
      return [ambiguousStep(planning, pair)];
    case 'managed':
      return managedSteps(planning, pair);
    case 'removed':
      return [removedStep(planning, pair)];
    case 'orphan':
      return orphanSteps(planning, pair);
  }
}
