import { canonicalString } from '../../derive/compare/canonical.ts';
import { actionsIn, type PolicyAction } from '../../derive/policy/policy-actions.ts';
import { policyTree } from '../../derive/policy/policy-text.ts';
import { isTree } from '../../derive/forms/tree.ts';
import { actionOf, trafficActions } from '../../kinds/policy/index.ts';
import type { Json, JsonObject, Spec } from '../../model/value.ts';
import type { TrafficServer } from '../../routing/traffic-server.ts';
import { waysOf, type OpenWay } from '../../simulate/unknown/ways.ts';
import { isJsonMap, jsonItems } from '../../text/json/json-access.ts';
import { anyUpstream } from './reached-upstreams.ts';
import { isWritingCall } from '../../simulate/unknown/effects/open-call.ts';

/** A service that a policy calls, and the resource as if it forwarded its requests there. */
export interface CalledUpstream {
  readonly upstream: string;
  readonly as: TrafficServer;
}

/**
 * The services of which requests through a resource learn something by a call of its policy, or at which they change
 * something: such a call is a way to the service, as a forward is. A call that only decides is none.
 */
export function calledUpstreams(server: TrafficServer): readonly CalledUpstream[] {
  const tree = policyTree(server.spec);
  const calls = actionsIn(server.spec).filter(({ type }) => actionOf(type)?.effect === 'call');
  if (tree === undefined || calls.length === 0) return [];
  const { ways, isCut } = waysOf(server);
  return calls.flatMap((call) => {
    const { url } = settingsOf(call);
    if (
      typeof url !== 'string' ||
      !(isCut || isWritingCall(settingsOf(call)) || ways.some((way) => doesTell(way, url)))
    )
      return [];
    const origin = /^[a-z]+:\/\/[^/?#$]+(?=$|[/?#])/i.exec(url)?.[0];
    const upstream = origin === undefined ? anyUpstream : canonicalString('endpoint-url', origin);
    return [{ upstream, as: { ...server, spec: asForward(server.spec, tree, call, origin ?? url) } }];
  });
}

function settingsOf({ config }: PolicyAction): JsonObject {
  return isJsonMap(config) ? config : {};
}

/** Whether a client or an upstream gets something of the answer to a call. */
function doesTell({ calls, response, headers, url: sentUrl, body }: OpenWay, url: string): boolean {
  const told = JSON.stringify([...response, ...headers, sentUrl, body]);
  const isIt = (called: string): boolean => called === url || url.includes('${');
  return calls.some(
    ({ url: called, text }) =>
      isIt(called) && told.includes(JSON.stringify(`response of ${text}`).slice(1, -1)),
  );
}

const forwarding = trafficActions.find(({ effect }) => effect === 'forward')?.type ?? '';

/** The policy with a forward where it calls; where it calls for the response, all that it lets through is forwarded. */
function asForward(spec: Spec, tree: JsonObject, call: PolicyAction, url: string): Spec {
  const forward: Json = { type: forwarding, config: { url } };
  const [phase, index] = call.inside;
  const rules = jsonItems(tree[String(phase)]);
  const isForResponse = call.phase === 'on_http_response';
  const before = isForResponse ? jsonItems(tree['on_http_request']) : rules.slice(0, Number(index));
  const rule = rules[Number(index)];
  const earlier =
    isJsonMap(rule) && !isForResponse ? jsonItems(rule['actions']).slice(0, Number(call.inside.at(-1))) : [];
  const ownRule: JsonObject = {
    expressions: isForResponse ? [] : [...call.expressions],
    actions: [...earlier.filter((action) => !isForwarding(action)), forward],
  };
  const policy = { on_http_request: [...before.filter((rule) => !isForwarding(rule)), ownRule] };
  const { traffic_policy: written } = spec;
  const text = JSON.stringify(policy);
  return { ...spec, traffic_policy: isTree(written) ? { ...written, value: text } : text };
}

/** Whether a rule, or an action, forwards. */
function isForwarding(rule: Json): boolean {
  const actions = isJsonMap(rule) ? jsonItems(rule['actions'] ?? [rule]) : [];
  return actions.some(
    (action) =>
      isJsonMap(action) &&
      typeof action['type'] === 'string' &&
      actionOf(action['type'])?.target !== undefined,
  );
}
