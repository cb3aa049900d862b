import { actionsIn, type PolicyAction } from '../../../derive/policy/policy-actions.ts';
import type { Spec } from '../../../model/value.ts';
import { conditionOf, impliesExpressions, isWithinAny } from './condition.ts';

/** Actions of a type that are new, or that apply to requests to which they did not apply before. */
export function newActions(
  type: string,
  before: Spec,
  after: Spec,
  isAlike: (now: PolicyAction, was: PolicyAction) => boolean,
): readonly PolicyAction[] {
  const old = actionsIn(before).filter((action) => action.type === type);
  return actionsIn(after).filter((action) => action.type === type && !isKnown(action, old, isAlike));
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
