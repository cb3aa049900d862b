import type { Step } from '../model/plan.ts';
import { adoptStep, ambiguousStep } from './adopt.ts';
import { createStep } from './create.ts';
import type { Planning } from './input.ts';
import { managedSteps } from './managed.ts';
import type { Pair } from './pair.ts';
import { orphanSteps, removedStep } from './removed.ts';

/** What a pair needs: one step, two where our change and somebody else's meet in one object, none for a live orphan. */
export function decide(planning: Planning, pair: Pair): readonly Step[] {
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
