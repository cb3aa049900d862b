import type { PolicyAction } from '../../../derive/policy/policy-actions.ts';
import { canonicalJson } from '../../../text/hash.ts';
import { conditionReader } from './condition.ts';
import { conditionIndex, workLimit } from './condition-index.ts';

/** Actions that are new, or that apply to requests to which they did not apply before. */
export function newActions(
  old: readonly PolicyAction[],
  now: readonly PolicyAction[],
  isAlike: (now: PolicyAction, was: PolicyAction) => boolean,
): readonly PolicyAction[] {
  const read = conditionReader();
  const { covers } = conditionIndex<PolicyAction>({
    items: old,
    conditionOf: ({ expressions }) => read(expressions),
    identityOf: ({ phase, config, expressions }) => canonicalJson([phase, config, [...expressions]]),
    limit: workLimit(),
  });
  return now.filter((action) => !covers(action, (was) => was.phase === action.phase && isAlike(action, was)));
}
