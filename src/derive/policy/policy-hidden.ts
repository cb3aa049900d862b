import { Secret, SecretReference } from '../../model/secret.ts';
import type { Spec, Value } from '../../model/value.ts';
import { isHiddenText, isMaskedText } from '../forms/mask-text.ts';
import { isPolicyUnreadable } from './policy-guards.ts';

/** Whether the policy is hidden: masked by the service, or replaced by a placeholder in a snapshot. */
export function isPolicyHidden(spec: Spec): boolean {
  const shown = shownText(textIn(spec));
  return (
    typeof shown === 'string' && isPolicyUnreadable(spec) && (isHiddenText(shown) || isMaskedText(shown))
  );
}

/** The text as written in the files, or as it is live. */
export function shownText(value: Value | undefined): Value | undefined {
  if (value instanceof Secret) return value.reveal();
  return value instanceof SecretReference ? value.template : value;
}

export function textIn({ traffic_policy: policy }: Spec): Value | undefined {
  const isModule = typeof policy === 'object' && policy !== null && !Array.isArray(policy);
  if (!isModule || policy instanceof Secret || policy instanceof SecretReference) return policy;
  return (policy as Spec)['value'];
}
