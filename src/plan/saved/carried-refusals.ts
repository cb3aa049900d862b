import type { Refusal } from '../../model/plan/plan.ts';
import type { SavedPlan, SavedRefusal } from './plan-document.ts';
import { refusalOf } from './facts.ts';

/** Overrides given to the apply itself. */
interface GivenLimits {
  readonly allowDeletes?: number;
  readonly allowChangedPercent?: number;
}

/**
 * Refusals of a saved plan that planning again cannot find: `--fail-on`, and the gates of its base, which an apply does
 * not know. The saved plan said that nothing will be applied, so nothing is.
 */
export function carriedRefusals(
  { base, refusals }: SavedPlan,
  now: readonly Refusal[],
  given: GivenLimits,
): readonly Refusal[] {
  const known = new Set(now.map(({ gate }) => gate));
  const isCarried = ({ gate }: SavedRefusal): boolean => {
    switch (gate) {
      case 'unattributed':
      case 'blocked':
      case 'tests':
      case 'lint':
        return true;
      case 'max_deletes':
        return base !== undefined && given.allowDeletes === undefined;
      case 'max_changed_percent':
        return base !== undefined && given.allowChangedPercent === undefined;
      case 'protect':
        return base !== undefined;
      case 'exposure':
      case 'secrets':
      case 'empty':
        return false;
    }
  };
  return refusals.filter((refusal) => !known.has(refusal.gate) && isCarried(refusal)).map(refusalOf);
}
