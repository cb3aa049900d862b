/**
 * The endpoints that a traffic policy forwards requests to as the dialect's table has it. Expressions are not
 * evaluated, so a forward is certain, possible, or left out because an earlier action certainly ends its requests.
 */
import { actionsIn, type PolicyAction, type ReadTree } from '../derive/policy/policy-actions.ts';
import { ownEnd } from '../derive/policy/declared-actions.ts';
import { endsRequest, handsOn, mayHandOn, targetSetting } from '../derive/policy/policy-guards.ts';
import { isUnswitched } from '../derive/policy/policy-switches.ts';
import { activePolicy, policyText } from '../derive/policy/policy-text.ts';
import { addTo } from '../text/lists/group-by.ts';
import { isJsonMap } from '../text/json/json-access.ts';
import { Secret } from '../model/secret.ts';
import type { HiddenTexts } from '../model/snapshot.ts';
import type { Json, Spec } from '../model/value.ts';

export interface Forward {
  readonly action: PolicyAction;
  /** As in the policy; undefined if the policy computes it for each request, or if it is not a string. */
  readonly url: string | undefined;
  /** The action has no expressions, and no action before it can end the request. */
  readonly isCertain: boolean;
}

/** The forwards that a request can reach, in order: none after an action that ends all requests of its conditions. */
export function forwardsOf(spec: Spec, read?: ReadTree): readonly Forward[] {
  if (!mayHandOn(policyText(spec))) return [];
  const actions = actionsIn(spec, read).filter(
    ({ type }) => handsOn(type) || endsRequest(type) || mayEnd(type),
  );
  const ended = endedConditions(actions);
  const forwards: Forward[] = [];
  for (const [at, action] of actions.entries()) {
    if (handsOn(action.type) && !ended.includes(action))
      forwards.push({ action, url: urlOf(action), isCertain: at === 0 && isAlways(action) });
    // An action with a switch may be skipped, and an unknown one may not end a request.
    const isCertain = isUnswitched(action) && ownEnd(action.type) !== 'unknown';
    if (isCertain && !ended.includes(action)) ended.add(action);
  }
  return forwards;
}

/**
 * The URLs that a policy forwards to, whatever the request; those that it computes are left out. Of a live policy that
 * a snapshot does not show, those that the snapshot names.
 */
export function forwardedUrls({ spec }: { readonly spec: Spec }, hidden?: HiddenTexts): ReadonlySet<string> {
  const policy = activePolicy(spec);
  const named =
    policy instanceof Secret
      ? policy.seen?.forwards
      : typeof policy === 'string'
        ? hidden?.get(policy)?.forwards
        : undefined;
  return new Set(named ?? forwardsOf(spec).flatMap(({ url }) => url ?? []));
}

/** An action that the dialect lacks, unless it is declared to end nothing. */
function mayEnd(type: string): boolean {
  const end = ownEnd(type);
  return end === 'always' || end === 'unknown';
}

interface Conditional {
  readonly expressions: readonly string[];
}

/**
 * Conditions whose requests are at an end. One includes another if that one has each of its expressions verbatim; it is
 * looked up by the expression that the fewest actions have.
 */
function endedConditions(all: readonly Conditional[]): {
  readonly add: (condition: Conditional) => void;
  readonly includes: (condition: Conditional) => boolean;
} {
  const counts = new Map<string, number>();
  for (const expression of all.flatMap(({ expressions }) => expressions))
    counts.set(expression, (counts.get(expression) ?? 0) + 1);
  const rarity = (expression: string): number => counts.get(expression) ?? 0;
  const byRarest = new Map<string | undefined, Set<string>[]>();
  return {
    add: ({ expressions }) => {
      const [rarest] = expressions.toSorted((a, b) => rarity(a) - rarity(b));
      addTo(byRarest, rarest, new Set(expressions));
    },
    includes: ({ expressions }) => {
      const ownExpressions = new Set(expressions);
      return [undefined, ...ownExpressions].some((common) =>
        byRarest
          .get(common)
          ?.some((outer) => [...outer].every((expression) => ownExpressions.has(expression))),
      );
    },
  };
}

function isAlways(action: PolicyAction): boolean {
  return action.expressions.length === 0 && isUnswitched(action);
}

function urlOf(action: PolicyAction): string | undefined {
  const url = targetOf(action);
  return typeof url === 'string' && !/[$*{]/.test(url) ? url : undefined;
}

/** The endpoint that a forward goes to, as in the policy. */
export function targetOf({ type, config }: PolicyAction): Json | undefined {
  return isJsonMap(config) ? config[targetSetting(type) ?? ''] : undefined;
}
