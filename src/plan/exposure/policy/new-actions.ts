import type { PolicyAction } from '../../../derive/policy/policy-actions.ts';
import { conditionOf, impliesExpressions, isWithinAny } from './condition.ts';

/** Actions that are new, or that apply to requests to which they did not apply before. */
export function newActions(
  old: readonly PolicyAction[],
  now: readonly PolicyAction[],
  isAlike: (now: PolicyAction, was: PolicyAction) => boolean,
): readonly PolicyAction[] {
  return now.filter((action) => !isKnown(action, old, isAlike));
}

function isKnown(
  action: PolicyAction,
  old: readonly PolicyAction[],
  isAlike: (now: PolicyAction, was: PolicyAction) => boolean,
): boolean {
  const alike = old.filter((was) => was.phase === action.phase && isAlike(action, was));
  if (alike.some((was) => impliesExpressions(action.expressions, was.expressions))) return true;
  return isWithinAny(
    conditionOf(action.expressions),
    alike.map((was) => conditionOf(was.expressions)),
  );
}
