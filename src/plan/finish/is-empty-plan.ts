import type { Plan } from '../../model/plan/plan.ts';
import { isSilentStep } from '../../model/plan/step.ts';

/** Whether all steps are `keep` and none renames a ledger entry. Notes do not count. */
export function isEmpty({ steps }: Plan): boolean {
  return steps.every((step) => isSilentStep(step));
}
