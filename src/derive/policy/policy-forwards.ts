import { isJsonMap } from '../../text/json/json-access.ts';
import type { Json, Spec } from '../../model/value.ts';
import { actionsIn, type PolicyAction } from './policy-actions.ts';
import { handing, refusing } from './policy-guards.ts';

/** An action of a policy that forwards requests to another endpoint. */
export interface Forward {
  /** As in the policy; undefined if it is not a string. */
  readonly url: string | undefined;
  /** All of them must hold; if empty, the action applies to every request that reaches it. */
  readonly expressions: readonly string[];
  /** The action has no expressions, and no action before it can end the request. */
  readonly isCertain: boolean;
}

/** The forwards that a request can reach, in order: none after an action that ends all requests of its conditions. */
export function forwardsOf(spec: Spec): readonly Forward[] {
  const forwards: Forward[] = [];
  const ended: (readonly string[])[] = [];
  let isFirst = true;
  for (const action of actionsIn(spec)) {
    if (action.type !== handing && !refusing.includes(action.type)) continue;
    const isReached = !ended.some((expressions) => isNarrower(action.expressions, expressions));
    if (action.type === handing && isReached)
      forwards.push({
        url: urlOf(action),
        expressions: action.expressions,
        isCertain: isFirst && isAlways(action),
      });
    isFirst = false;
    // An action with a switch may be skipped, so it does not certainly end a request.
    if (isUnswitched(action)) ended.push(action.expressions);
  }
  return forwards;
}

function isAlways(action: PolicyAction): boolean {
  return action.expressions.length === 0 && isUnswitched(action);
}

function isUnswitched({ switches }: PolicyAction): boolean {
  return Object.keys(switches).length === 0;
}

/** Whether the inner condition contains each expression of the outer one verbatim. */
function isNarrower(inner: readonly string[], outer: readonly string[]): boolean {
  return outer.every((expression) => inner.includes(expression));
}

function urlOf({ config }: PolicyAction): string | undefined {
  const url: Json | undefined = isJsonMap(config) ? config['url'] : undefined;
  return typeof url === 'string' ? url : undefined;
}
