import type { Step } from '../../model/plan/step.ts';
import { adoptStep, ambiguousStep } from './adopt.ts';
import { createStep } from './create.ts';
import type { Planning } from '../input.ts';
import { managedSteps } from './managed.ts';
import type { Pair } from './pair.ts';
import { orphanSteps, removedStep } from './removed.ts';
import { isProtected } from './step.ts';

/** What a pair needs, each step with the protection that its address has, or had before it was renamed. */
export function decide(planning: Planning, pair: Pair): readonly Step[] {
  const steps = stepsOf(planning, pair);
  if (!('desired' in pair) || pair.desired.formerly.length === 0) return steps;
  if (!pair.desired.formerly.some((address) => isProtected(planning.settings, address))) return steps;
  return steps.map((step) => ({ ...step, isProtected: true }));
}

/** One step, two where our change and someone else's meet in one object, none for a live orphan. */
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
