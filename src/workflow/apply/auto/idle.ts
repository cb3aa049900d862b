import type { Plan } from '../../../model/plan/plan.ts';
import { shownSteps } from '../../../report/plan/summary.ts';
import { verdictOf } from '../../../report/plan/verdict.ts';

/** Whether there is nothing to apply, to refuse and to show. */
export function isIdle(plan: Plan): boolean {
  return plan.refusals.length === 0 && shownSteps(plan).length === 0;
}

/** `production: No changes: live matches the files.` */
export function idleLine(plan: Plan): string {
  return `${plan.environment}: ${verdictOf(plan, () => undefined).sentences.join(' ')}`;
}
