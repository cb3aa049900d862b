/**
 * The endpoints that a traffic policy forwards requests to (`forward-internal`), as observed. Expressions are not
 * evaluated, so a forward is certain, possible, or left out because an earlier action certainly ends its requests.
 */
import { actionsIn, type PolicyAction } from '../derive/policy/policy-actions.ts';
import { handing, refusing } from '../derive/policy/policy-guards.ts';
import { isUnswitched } from '../derive/policy/policy-switches.ts';
import { policyText } from '../derive/policy/policy-text.ts';
import { isJsonMap } from '../text/json/json-access.ts';
import type { Json, Spec } from '../model/value.ts';

export interface Forward {
  readonly action: PolicyAction;
  /** As in the policy; undefined if the policy computes it for each request, or if it is not a string. */
  readonly url: string | undefined;
  /** The action has no expressions, and no action before it can end the request. */
  readonly isCertain: boolean;
}

/** The forwards that a request can reach, in order: none after an action that ends all requests of its conditions. */
export function forwardsOf(spec: Spec): readonly Forward[] {
  const text = policyText(spec);
  // Escaped text may spell any name.
  if (!text.includes(handing) && !text.includes('\\')) return [];
  const forwards: Forward[] = [];
  const ended: (readonly string[])[] = [];
  let isFirst = true;
  for (const action of actionsIn(spec)) {
    if (action.type !== handing && !refusing.includes(action.type)) continue;
    const isReached = !ended.some((expressions) => isNarrower(action.expressions, expressions));
    if (action.type === handing && isReached)
      forwards.push({ action, url: urlOf(action), isCertain: isFirst && isAlways(action) });
    isFirst = false;
    // An action with a switch may be skipped, so it does not certainly end a request.
    if (isUnswitched(action)) ended.push(action.expressions);
  }
  return forwards;
}

function isAlways(action: PolicyAction): boolean {
  return action.expressions.length === 0 && isUnswitched(action);
}

/** Whether the inner condition contains each expression of the outer one verbatim. */
function isNarrower(inner: readonly string[], outer: readonly string[]): boolean {
  return outer.every((expression) => inner.includes(expression));
}

function urlOf({ config }: PolicyAction): string | undefined {
  const url: Json | undefined = isJsonMap(config) ? config['url'] : undefined;
  return typeof url === 'string' && !/[$*{]/.test(url) ? url : undefined;
}
