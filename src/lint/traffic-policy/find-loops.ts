/** Requests that go in a circle: forwards from endpoint to endpoint, and redirects that lead to a redirect again. */
import { actionsIn, type PolicyAction } from '../../derive/policy/policy-actions.ts';
import { isUnswitched } from '../../derive/policy/policy-switches.ts';
import { listenerAt, type Listener } from '../../derive/forms/listener-url.ts';
import { matchesPattern, patternProblem } from '../../derive/expressions/linear-patterns.ts';
import { actionOf } from '../../kinds/policy/index.ts';
import { isUnknownValue, type Knowable } from '../../model/traffic/unknown.ts';
import type { Json, JsonObject, Path, Spec } from '../../model/value.ts';
import type { Address } from '../../model/workspace/address.ts';
import { forwardsOf } from '../../routing/policy-forwards.ts';
import { expressionReader, fillIn, type VariableScope } from '../../simulate/expressions.ts';
import { requestOf } from '../../simulate/messages.ts';
import { newUrl } from '../../simulate/new-url.ts';
import { asText, UnknownFact } from '../../simulate/scope-values.ts';
import { scopeOf } from '../../simulate/scope.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { samplesOf } from '../../derive/expressions/pattern-samples.ts';
import { hostCovers } from '../../derive/forms/host-name.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { urlParts } from '../../routing/request-url.ts';

export interface LoopEndpoint {
  readonly address: Address;
  readonly url: string;
  readonly spec: Spec;
  readonly tree: () => JsonObject | undefined;
}

/** A step of a circle: an action of the policy of an endpoint. */
interface LoopStep {
  readonly of: Address;
  readonly inside: Path;
}

export interface Loop {
  readonly steps: readonly [LoopStep, ...LoopStep[]];
  /** The URLs of it, the first of which is also the one after the last. */
  readonly urls: readonly string[];
  /** Each time around, the URL grows. */
  readonly isGrowing?: true;
}

interface Edge {
  readonly of: Address;
  readonly from: number;
  readonly to: number;
  readonly action: PolicyAction;
  /** The URL, the headers or the variables of the request are others than those that it came with. */
  readonly isChanged: boolean;
}

/** Values that may be another one in the next endpoint, or the next time. */
const changeable = /\b(?:actions|conn|endpoint|rand|time|vars)\b/;

/** Forwards that lead back to the endpoint that they began at, for all requests of a condition. */
export function forwardLoops(endpoints: readonly LoopEndpoint[]): readonly Loop[] {
  const served = endpoints.map(({ url }) => listenerAt(url));
  const exact = new Map(served.map((listener, index) => [listenerKey(listener), index]));
  const wide = served.flatMap((listener, index) =>
    listener?.host.startsWith('*.') === true ? [{ listener, index }] : [],
  );
  const edges = endpoints.map(({ address, spec, tree }, from): readonly Edge[] => {
    const actions = forwardsOf(spec, tree);
    if (actions.length === 0) return [];
    const all = actionsIn(spec, tree);
    return actions.flatMap(({ action, url }) => {
      const target = url === undefined ? undefined : listenerAt(url);
      if (target === undefined || !isUnswitched(action)) return [];
      const to =
        exact.get(listenerKey(target)) ?? wide.find(({ listener }) => covers(listener, target))?.index;
      if (to === undefined) return [];
      const before = all.filter(({ phase }) => phase === action.phase);
      const place = before.findIndex(({ inside }) => inside.join('/') === action.inside.join('/'));
      const isChanged = before.slice(0, place).some(({ type }) => actionOf(type)?.changes !== undefined);
      return [{ of: address, from, to, action, isChanged }];
    });
  });
  return circlesIn(edges).flatMap((circle) => {
    const [first, ...others] = circle;
    if (first === undefined || !isCertain(circle)) return [];
    const stepOf = ({ of, action }: Edge): LoopStep => ({
      of,
      inside: [...action.inside, 'config', actionOf(action.type)?.target ?? ''],
    });
    return [
      {
        steps: [stepOf(first), ...others.map(stepOf)],
        urls: circle.map(({ from }) => endpoints[from]?.url ?? ''),
      },
    ];
  });
}

function listenerKey(listener: Listener | undefined): string {
  return listener === undefined ? '' : `${listener.scheme}://${listener.host}:${listener.port}`;
}

function covers(outer: Listener, inner: Listener): boolean {
  return outer.scheme === inner.scheme && outer.port === inner.port && hostCovers(outer.host, inner.host);
}

/** Whether a request that takes the first step takes all of them, again and again. */
function isCertain(circle: readonly Edge[]): boolean {
  const conditions = circle
    .map(({ action }) => action.expressions.filter((expression) => expression.trim() !== 'true'))
    .filter(({ length }) => length > 0);
  if (conditions.length === 0) return true;
  const isOne = new Set(conditions.map((condition) => JSON.stringify(condition.toSorted()))).size === 1;
  const isKept = circle.every(({ isChanged }) => !isChanged);
  return (
    isOne &&
    isKept &&
    !conditions.flat().some((condition) => changeable.test(condition) || condition.trim() === 'false')
  );
}

/** Circles of a graph, each found once: those that close when its nodes are visited in order. */
function circlesIn(edges: readonly (readonly Edge[])[]): readonly (readonly Edge[])[] {
  const found: (readonly Edge[])[] = [];
  const state = new Map<number, 'open' | 'done'>();
  for (const root of edges.keys()) {
    if (state.has(root)) continue;
    const way: { readonly node: number; at: number }[] = [{ node: root, at: 0 }];
    const taken: Edge[] = [];
    state.set(root, 'open');
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const edge = edges[top.node]?.[top.at++];
      if (edge === undefined) {
        state.set(top.node, 'done');
        way.pop();
        taken.pop();
      } else if (state.get(edge.to) === 'open') {
        const start = way.findIndex(({ node }) => node === edge.to);
        found.push([...taken.slice(start), edge]);
      } else if (!state.has(edge.to)) {
        state.set(edge.to, 'open');
        taken.push(edge);
        way.push({ node: edge.to, at: 0 });
      }
    }
  }
  return found;
}

/** Steps that are followed; a browser gives up after as many. */
const mostSteps = 20;

interface RedirectingEndpoint extends LoopEndpoint {
  readonly listener: Listener;
  readonly actions: readonly PolicyAction[];
}

/** Redirects whose target is redirected again, without end, as the engine of request tests follows them. */
export function redirectLoops(endpoints: readonly LoopEndpoint[]): readonly Loop[] {
  const redirecting = endpoints.flatMap((endpoint): readonly RedirectingEndpoint[] => {
    const listener = listenerAt(endpoint.url);
    if (listener === undefined) return [];
    const actions = actionsIn(endpoint.spec, endpoint.tree).filter(
      ({ phase }) => phase === 'on_http_request' || phase === 'inbound',
    );
    return actions.some(isRedirect) ? [{ ...endpoint, listener, actions }] : [];
  });
  const endpointOf = finderOf(redirecting);
  const seen = new Set<PolicyAction>();
  return redirecting.flatMap((endpoint) =>
    endpoint.actions.filter(isRedirect).flatMap((action) => {
      if (seen.has(action)) return [];
      for (const url of samplesFor(action, endpoint)) {
        const loop = followed(url, action, endpointOf);
        if (loop === undefined) continue;
        for (const stepAction of loop.actions) seen.add(stepAction);
        return [loop.loop];
      }
      return [];
    }),
  );
}

function isRedirect({ type, config }: PolicyAction): boolean {
  return actionOf(type)?.effect === 'redirect' && isJsonMap(config) && typeof config['to'] === 'string';
}

/** URLs of the endpoint that the action probably redirects. */
function samplesFor(
  { config, expressions }: PolicyAction,
  { listener }: RedirectingEndpoint,
): readonly string[] {
  const { scheme, host, port } = listener;
  const name = host.replace(/^\*/, 'www');
  const isUsual = port === (scheme === 'http' ? 80 : 443);
  const base = `${scheme}://${name}${isUsual ? '' : `:${port}`}`;
  const from = isJsonMap(config) ? config['from'] : undefined;
  const literals = expressions.flatMap((text) =>
    [...text.matchAll(/(['"])(\/[\w./-]*)\1/g)].map(([, , path = '']) => `${base}${path}`),
  );
  const paths = [`${base}/`, ...literals, ...literals.map((literal) => `${literal.replace(/\/$/, '')}/x`)];
  if (typeof from !== 'string') return paths;
  if (from.includes('$') && /\$[({]/.test(from)) return [];
  if (patternProblem(from) !== undefined) return [];
  const samples = samplesOf(from).map((text) => {
    if (/^https?:\/\//.test(text)) return text;
    return text.startsWith('/') ? `${base}${text}` : `${base}/${text}`;
  });
  return [...new Set([...samples, ...paths])].filter((url) => matchesPattern(url, from));
}

interface FollowedUrl {
  readonly loop: Loop;
  readonly actions: readonly PolicyAction[];
}

/** The circle that a request to a URL goes in, beginning with the action; undefined if it ends, or may. */
function followed(
  first: string,
  begin: PolicyAction,
  endpointOf: (url: string) => RedirectingEndpoint | undefined,
): FollowedUrl | undefined {
  const taken: { readonly of: Address; readonly action: PolicyAction; readonly url: string }[] = [];
  let url = first;
  const places = new Map<string, number>();
  const assumed = new Set<string>();
  for (let step = 0; step < mostSteps; step++) {
    const known = places.get(url);
    if (known !== undefined) return circle(taken.slice(known), undefined);
    places.set(url, step);
    const endpoint = endpointOf(url);
    const next = endpoint === undefined ? undefined : redirected(url, endpoint);
    if (endpoint === undefined || next === undefined) return undefined;
    if (step === 0 && next.action !== begin) return undefined;
    if (next.assumed.length > 0) assumed.add(JSON.stringify(next.assumed.toSorted()));
    // Two conditions of which neither is decided may not hold for the same request.
    if (assumed.size > 1) return undefined;
    taken.push({ of: endpoint.address, action: next.action, url });
    ({ url } = next);
  }
  const actions = new Set(taken.map(({ action }) => action));
  return circle(
    [...actions].flatMap((action) => taken.find((branch) => branch.action === action) ?? []),
    true,
  );
}

function circle(
  taken: readonly { readonly of: Address; readonly action: PolicyAction; readonly url: string }[],
  isGrowing: true | undefined,
): FollowedUrl | undefined {
  const [first, ...others] = taken.map(({ of, action }) => ({
    of,
    inside: [...action.inside, 'config', 'to'],
  }));
  if (first === undefined) return undefined;
  return {
    loop: {
      steps: [first, ...others],
      urls: taken.map(({ url }) => url),
      ...withoutUndefined({ isGrowing }),
    },
    actions: taken.map(({ action }) => action),
  };
}

function finderOf(
  endpoints: readonly RedirectingEndpoint[],
): (url: string) => RedirectingEndpoint | undefined {
  const exact = new Map(endpoints.map((endpoint) => [listenerKey(endpoint.listener), endpoint]));
  const wide = endpoints.filter(({ listener }) => listener.host.startsWith('*.'));
  return (url) => {
    const { scheme, host, port } = urlParts(url);
    const target = listenerAt(`${scheme}://${host}${port === undefined ? '' : `:${port}`}`);
    if (target === undefined) return undefined;
    return exact.get(listenerKey(target)) ?? wide.find(({ listener }) => covers(listener, target));
  };
}

let reader: ReturnType<typeof expressionReader> | undefined;

/** The redirect of a URL, and the conditions that are assumed to hold; undefined if it may get another answer. */
function redirected(
  url: string,
  { actions, url: endpointUrl }: RedirectingEndpoint,
): { readonly action: PolicyAction; readonly url: string; readonly assumed: readonly string[] } | undefined {
  const scope = scopeFor(url, endpointUrl);
  const read = (reader ??= expressionReader());
  for (const action of actions) {
    const table = actionOf(action.type);
    // Its effect on the URL, or at all, is not followed.
    if (table === undefined || table.changes === 'url' || !isUnswitched(action)) return undefined;
    const held = action.expressions.map((text) => ({ text, holds: read(text).evaluate(scope) }));
    if (held.some(({ holds }) => holds === false)) continue;
    const assumed = held.filter(({ holds }) => holds !== true).map(({ text }) => text);
    if (!isRedirect(action)) {
      if (assumed.length === 0 && (table.ends === 'always' || table.ends === 'unless-continue'))
        return undefined;
      continue;
    }
    if (assumed.some((text) => changeable.test(text) || /cookie/i.test(text))) return undefined;
    const fill = (setting: Json): Knowable<string> =>
      typeof setting === 'string' ? fillIn(setting, scope, read) : asText(setting);
    const made = isJsonMap(action.config) ? newUrl(action.config, url, fill) : undefined;
    if (made === undefined || isUnknownValue(made)) return undefined;
    if (made.url !== url) return { action, url: made.url, assumed };
  }
  return undefined;
}

/** The variables of a request of which the URL alone is known. */
function scopeFor(url: string, endpointUrl: string): VariableScope {
  const facts = { method: '', url, headers: new Map(), from: {}, given: {} } as const;
  const { read } = scopeOf({
    facts,
    endpointUrl,
    request: requestOf(facts),
    vars: new Map(),
    results: new Map(),
  });
  return {
    read: (name) => {
      if (/^(?:req\.(?:url|host)|endpoint)\b/.test(name)) return read(name);
      throw new UnknownFact({ why: 'not-given', of: name });
    },
  };
}
