import type { Spec, Value } from '../../model/value.ts';
import { isHiddenText, isMaskedText } from '../forms/mask-text.ts';
import { isTree } from '../forms/tree.ts';
import { isPolicyUnreadable } from './policy-guards.ts';
import { shownText } from './policy-text.ts';

/** Whether the policy is hidden: masked by the service, or replaced by a placeholder in a snapshot. */
export function isPolicyHidden(spec: Spec): boolean {
  const shown = shownText(textIn(spec));
  return (
    typeof shown === 'string' && isPolicyUnreadable(spec) && (isHiddenText(shown) || isMaskedText(shown))
  );
}

export function textIn({ traffic_policy: policy }: Spec): Value | undefined {
  return isTree(policy) ? policy['value'] : policy;
}
