/**
 * The guards that requests meet behind the forwards of a policy: the same object with the rules of each endpoint that
 * it forwards to in front of the forward. So an object that leaves its guards to an internal endpoint is compared like
 * one with guards of its own. Behind a target whose policy cannot be read, the policy of the object cannot be read
 * either: it has that text. A target that the policy computes, or that several endpoints share, adds nothing.
 */
import { mayHandOn } from '../../derive/policy/policy-guards.ts';
import { isUnswitched, switchesIn } from '../../derive/policy/policy-switches.ts';
import { policyText, policyTree } from '../../derive/policy/policy-text.ts';
import { isTree } from '../../derive/forms/tree.ts';
import type { Json, JsonObject, Spec } from '../../model/value.ts';
import { isJsonMap, jsonItems } from '../../text/json/json-access.ts';
import { addTo } from '../../text/lists/group-by.ts';
import { rememberEach } from '../../text/remember-last.ts';
import { forwardsOf, type Forward } from '../policy-forwards.ts';
import type { TrafficServer } from '../traffic-server.ts';
import type { SideIndex } from './side-index.ts';

export interface ServerOnSide {
  /** With the rules behind its forwards; the server itself if there are none. */
  readonly whole: TrafficServer;
  /** Every request is forwarded to a URL that no endpoint serves. */
  readonly isDead: boolean;
}

/** Looks through the forwards of servers, on the side that is opened for the first that has any. */
export function throughForwards(open: () => SideIndex): (server: TrafficServer) => ServerOnSide {
  return rememberEach((server: TrafficServer): ServerOnSide => {
    if (!mayHandOn(policyText(server.spec))) return { whole: server, isDead: false };
    const side = open();
    const isDead = forwardsOf(server.spec).some(
      ({ isCertain, url }) => isCertain && url !== undefined && targetsOf(url, side).length === 0,
    );
    return { whole: wholeOf(server, { side, seen: [server], left: { endpoints: mostEntered } }), isDead };
  });
}

/** Endpoints to enter for one server: policies that forward to many that forward to many would have no end. */
const mostEntered = 32;

interface Walk {
  readonly side: SideIndex;
  /** The servers on the way here. */
  readonly seen: readonly TrafficServer[];
  readonly left: { endpoints: number };
}

function targetsOf(url: string, side: SideIndex): readonly TrafficServer[] {
  return side.forwardTargetOf(url)?.endpoints ?? [];
}

function wholeOf(server: TrafficServer, walk: Walk): TrafficServer {
  const { spec } = server;
  const tree = policyTree(spec);
  if (tree === undefined) return server;
  const inner: InnerRules[] = [];
  for (const forward of forwardsOf(spec)) {
    const rules = rulesBehind(forward, walk);
    if (rules === undefined) continue;
    if ('unread' in rules) {
      const { address, policyOf = address } = rules.unread;
      return { ...server, policyOf, spec: withPolicy(spec, policyText(rules.unread.spec)) };
    }
    inner.push(rules);
  }
  if (inner.length === 0) return server;
  return { ...server, spec: withPolicy(spec, JSON.stringify(withRules(tree, inner))) };
}

/** The rules of a policy that a forward of another one leads to. */
interface InnerRules {
  readonly forward: Forward;
  /** Those that run before the forward has its response. */
  readonly before: readonly JsonObject[];
  readonly response: readonly JsonObject[];
}

function rulesBehind(
  forward: Forward,
  { side, seen, left }: Walk,
): InnerRules | { readonly unread: TrafficServer } | undefined {
  const { action, url } = forward;
  if (url === undefined || !isUnswitched(action) || left.endpoints === 0) return undefined;
  const [target, ...others] = targetsOf(url, side);
  if (target === undefined || others.length > 0 || seen.includes(target)) return undefined;
  left.endpoints--;
  const whole = wholeOf(target, { side, seen: [...seen, target], left });
  const tree = policyTree(whole.spec);
  if (tree === undefined) return { unread: whole };
  const phases = Object.entries(tree).filter(([, rules]) => Array.isArray(rules));
  const switches = switchesIn(
    tree,
    phases.map(([phase]) => phase),
  );
  // A switch around all rules may turn them off.
  if (phases.length === 0 || !isUnswitched({ switches })) return undefined;
  const rulesOf = (isWanted: (phase: string) => boolean): readonly JsonObject[] =>
    phases.flatMap(([phase, rules]) =>
      isWanted(phase)
        ? jsonItems(rules)
            .filter((rule): rule is JsonObject => isJsonMap(rule))
            .map((rule) => withConditions(rule, action.expressions))
        : [],
    );
  return {
    forward,
    before: [...rulesOf((phase) => phase === connect), ...rulesOf((phase) => !later.includes(phase))],
    response: rulesOf((phase) => phase === response),
  };
}

const connect = 'on_tcp_connect';
const response = 'on_http_response';
const later = [connect, response];

function withConditions(rule: JsonObject, conditions: readonly string[]): JsonObject {
  const { expressions: ruleExpressions } = rule;
  const list =
    ruleExpressions === undefined || ruleExpressions === null
      ? []
      : Array.isArray(ruleExpressions)
        ? (ruleExpressions as readonly Json[])
        : [ruleExpressions];
  return { ...rule, expressions: [...conditions, ...list] };
}

function withRules(tree: JsonObject, inner: readonly InnerRules[]): JsonObject {
  const byRule = new Map<string, InnerRules[]>();
  for (const innerRule of inner) addTo(byRule, placeOf(innerRule), innerRule);
  const phases = Object.entries(tree).map(([phase, rules]): readonly [string, Json] => {
    if (!Array.isArray(rules)) return [phase, rules];
    return [
      phase,
      (rules as readonly Json[]).flatMap((rule, index): readonly Json[] => {
        const here = byRule.get(`${phase} ${index}`);
        return here === undefined || !isJsonMap(rule) ? [rule] : splitRule(rule, here);
      }),
    ];
  });
  const late = inner.flatMap(({ response: rules }) => rules);
  const whole = Object.fromEntries(phases);
  return late.length === 0 ? whole : { ...whole, [response]: [...jsonItems(whole[response]), ...late] };
}

/** The rule of a forward in the policy: its phase and its number. */
function placeOf({ forward: { action } }: InnerRules): string {
  return action.inside.slice(0, 2).join(' ');
}

/** The parts of a rule up to each of its forwards, with the rules behind these in between. */
function splitRule(rule: JsonObject, inner: readonly InnerRules[]): readonly JsonObject[] {
  const actions = jsonItems(rule['actions']);
  const starts = inner.map(({ forward: { action } }) => Number(action.inside.at(-1)));
  return [
    { ...rule, actions: actions.slice(0, starts[0]) },
    ...inner.flatMap(({ before }, index) => [
      ...before,
      { ...rule, actions: actions.slice(starts[index], starts[index + 1]) },
    ]),
  ];
}

function withPolicy(spec: Spec, text: string): Spec {
  const { traffic_policy: policy } = spec;
  return { ...spec, traffic_policy: isTree(policy) ? { ...policy, value: text } : text };
}
