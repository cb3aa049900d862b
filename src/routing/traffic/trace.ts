import { urlOf } from '../../derive/forms/endpoint-url.ts';
import { hostCovers } from '../../derive/forms/host.ts';
import { isTree } from '../../derive/forms/tree.ts';
import { enabledModule, moduleState, type ModuleState } from '../../derive/module-state.ts';
import { kinds } from '../../kinds/index.ts';
import { isClose, type TraceReason, type TraceWay } from '../../model/facts/trace.ts';
import type { PlanOrigin } from '../../model/plan/change.ts';
import type {
  ModuleEffect,
  TraceAnswer,
  TraceForward,
  TraceRequest,
  TraceServer,
} from '../../model/traffic/trace.ts';
import type { Spec } from '../../model/value.ts';
import type { Address } from '../../model/workspace.ts';
import { doesAnswer, type TrafficServer } from '../traffic-server.ts';
import { carries, listenersOf } from '../listener.ts';
import { forwardsOf, type Forward } from '../policy-forwards.ts';
import { patternMatches } from '../prefix-partition.ts';
import { loginModules } from '../protecting-modules.ts';
import { protectionOf } from '../protection.ts';
import { selectorOf, type Selector } from '../selector.ts';
import { asksForLogin, effectOf, type EffectContext, type Effect } from './effect/effect.ts';
import { parseRequest } from './request.ts';
import type { SideIndex, Taker } from './side-index.ts';

/** Cache: a corpus asks for each of its URLs. */
const read = new WeakMap<Spec, readonly Forward[]>();

export interface TraceContext extends Omit<EffectContext, 'request'> {
  readonly originOf: (address: Address) => PlanOrigin | undefined;
}

/** The answers of one side to a request, with a reason for each other object at the same host or edge. */
export function traceSide(
  side: SideIndex,
  request: TraceRequest,
  tracing: TraceContext,
): readonly TraceAnswer[] {
  const takers = side.takersOf(request);
  if (takers.length === 0) return [nothingThere(side, request)];
  return takers.map((taker) => answerOf(side, request, { taker, tracing }));
}

function answerOf(
  side: SideIndex,
  request: TraceRequest,
  { taker, tracing }: { readonly taker: Taker; readonly tracing: TraceContext },
): TraceAnswer {
  const { edge, isAssumed, because, owners } = taker;
  const serving = owners.flatMap(({ server }) => (server === undefined ? [] : [server]));
  const others =
    edge === undefined
      ? listenersBeside(side, request, serving)
      : routesBeside(side, request, { edge, serving });
  return {
    ...(edge === undefined ? {} : { edge: side.edges.nameOf(edge) }),
    isAssumed,
    because,
    servers: serving.map((server) => serverOf(server, request, tracing)),
    forwards: hopsOf(side, request, serving.filter(doesAnswer)).map(({ to, ...hop }) => ({
      ...hop,
      ...(to === undefined ? {} : { server: serverOf(to, request, tracing) }),
    })),
    others,
  };
}

function nothingThere(side: SideIndex, request: TraceRequest): TraceAnswer {
  const { target } = request;
  return {
    isAssumed: false,
    because: nothingOf(target),
    servers: [],
    forwards: [],
    others: listenersBeside(side, request, []),
  };
}

function nothingOf(target: TraceRequest['target']): TraceWay {
  if (target.type === 'edge') return { code: 'edge-unknown', edge: target.name };
  const { scheme, host, port } = target;
  return { code: 'nothing-listens', scheme, host, port };
}

type Others = TraceAnswer['others'];

function listenersBeside(
  side: SideIndex,
  { target }: TraceRequest,
  serving: readonly TrafficServer[],
): Others {
  if (target.type !== 'host') return [];
  return side.servers.flatMap((server) => {
    if (serving.includes(server)) return [];
    const reason = listenerReason(server, target);
    return reason === undefined ? [] : [{ address: server.address, reason }];
  });
}

/** Routes that also match the request come first. */
function routesBeside(
  side: SideIndex,
  request: TraceRequest,
  { edge, serving }: { readonly edge: string; readonly serving: readonly TrafficServer[] },
): Others {
  const beside = side.servers
    .filter((server) => server.kind === 'https-route' && server.spec['edge_id'] === edge)
    .filter((server) => !serving.includes(server))
    .map((server) => ({ address: server.address, reason: routeReason(server, request, serving[0]) }));
  return [
    ...beside.filter(({ reason }) => isClose(reason)),
    ...beside.filter(({ reason }) => !isClose(reason)),
  ];
}

function serverOf(server: TrafficServer, request: TraceRequest, tracing: TraceContext): TraceServer {
  const { address, kind, id } = server;
  const origin = tracing.originOf(address);
  const isRoute = kind === 'https-route';
  return {
    address,
    kind,
    ...(id === undefined ? {} : { id }),
    ...(origin === undefined ? {} : { origin }),
    reason: isRoute ? takingReason(server, request) : undefined,
    doesAnswer: doesAnswer(server),
    login: loginsOf(server, request),
    protection: protectionOf(server),
    modules: modulesOf(server, { ...tracing, request }),
  };
}

/** The login modules that apply to a request. */
export function loginsOf(server: TrafficServer, request: Pick<TraceRequest, 'method'>): readonly string[] {
  return loginModules.filter((name) => {
    const module = enabledModule(server.spec, name);
    return module !== undefined && asksForLogin(module, request);
  });
}

function modulesOf(server: TrafficServer, asked: EffectContext): readonly ModuleEffect[] {
  const { kind, spec } = server;
  return Object.entries(kinds[kind].fields).flatMap(([name, field]): readonly ModuleEffect[] => {
    if (name === 'traffic_policy' && field.type !== 'module') {
      const value = spec[name];
      return value === undefined ? [] : [{ module: name, ...effectOf(name, { value }, asked) }];
    }
    const module = spec[name];
    if (field.type !== 'module' || !isTree(module)) return [];
    return [{ module: name, ...moduleEffect(moduleState(spec, name), () => effectOf(name, module, asked)) }];
  });
}

function moduleEffect(state: ModuleState, effectWhenOn: () => Effect): Effect {
  switch (state) {
    case 'on':
      return effectWhenOn();
    case 'off':
      return { does: 'off', fact: { code: 'off' } };
    case 'unknown':
      return { does: 'acts', fact: { code: 'may-be-off' } };
  }
}

type HostTarget = Extract<TraceRequest['target'], { readonly type: 'host' }>;

/** Why a route takes the request; undefined if its match cannot be read. */
function takingReason({ spec }: TrafficServer, { path }: TraceRequest): TraceReason | undefined {
  const selector = selectorOf(spec);
  if (selector === undefined) return undefined;
  const { host, pattern } = selector;
  return pattern.form === 'exact'
    ? { code: 'takes-exact', match: pattern.text, host }
    : { code: 'takes-prefix', match: pattern.text, path, host };
}

/** Why a route of the edge does not serve the request, given the one that does. */
function routeReason(
  { spec }: TrafficServer,
  request: TraceRequest,
  winner: TrafficServer | undefined,
): TraceReason {
  const selector = selectorOf(spec);
  if (selector === undefined) return { code: 'match-unreadable' };
  const { host, pattern } = selector;
  if (host !== '' && (request.target.type === 'edge' || request.target.host !== host)) {
    return { code: 'other-host', host };
  }
  if (!patternMatches(pattern, request.path)) {
    const code = pattern.form === 'exact' ? 'other-path' : 'prefix-elsewhere';
    return { code, match: pattern.text, path: request.path };
  }
  return lostReason(selector, winner === undefined ? undefined : selectorOf(winner.spec));
}

function lostReason({ pattern }: Selector, winner: Selector | undefined): TraceReason {
  if (winner === undefined) return { code: 'not-compared' };
  if (winner.pattern.form === 'exact' && pattern.form === 'prefix') return { code: 'exact-wins' };
  return { code: 'longer-wins', pattern: `${winner.host}${winner.pattern.text}` };
}

/** Why an endpoint or TLS edge at the same host does not serve the request; undefined if its host does not match. */
function listenerReason(server: TrafficServer, target: HostTarget): TraceReason | undefined {
  const near = listenersOf(server).find(({ host }) => hostCovers(host, target.host));
  if (near === undefined) return undefined;
  if (near.port !== target.port) return { code: 'other-port', listens: near.port, port: target.port };
  if (!carries(near, target)) return { code: 'other-scheme', url: urlOf(near), scheme: target.scheme };
  return near.host.startsWith('*.') ? { code: 'closer-host-wins', host: near.host } : { code: 'host-taken' };
}

/** The forwards of a request from endpoint to endpoint by traffic policies (`forward-internal`). Assumed behavior. */

/** One forward, and its target endpoint. */
interface Hop extends Pick<TraceForward, 'from' | 'url' | 'when' | 'isCertain' | 'ends'> {
  readonly to?: TrafficServer;
}

/**
 * All forwards that a request may take, depth first; those of each endpoint only once. Path and method stay the same;
 * rewrites by a policy are not followed.
 */
export function hopsOf(
  side: SideIndex,
  request: TraceRequest,
  serving: readonly TrafficServer[],
): readonly Hop[] {
  const hops: Hop[] = [];
  const followed = new Set<TrafficServer>();
  const follow = (from: TrafficServer, chain: readonly TrafficServer[]): void => {
    followed.add(from);
    for (const forward of known(from.spec)) {
      for (const hop of hopsBy(side, request, { from, forward })) {
        const { to } = hop;
        const isLoop = to !== undefined && chain.includes(to);
        hops.push(isLoop ? { ...hop, ends: 'loop' } : hop);
        if (to !== undefined && !followed.has(to)) follow(to, [...chain, to]);
      }
    }
  };
  for (const server of serving) if (!followed.has(server)) follow(server, [server]);
  return hops;
}

function known(spec: Spec): readonly Forward[] {
  const forwards = read.get(spec) ?? forwardsOf(spec);
  read.set(spec, forwards);
  return forwards;
}

function hopsBy(
  side: SideIndex,
  request: TraceRequest,
  { from, forward: { url, action, isCertain } }: { readonly from: TrafficServer; readonly forward: Forward },
): readonly Hop[] {
  const hop = { from: from.address, when: action.expressions, isCertain };
  const parsed = url === undefined ? undefined : parseRequest(url, request);
  if (parsed === undefined || 'problem' in parsed || parsed.request.target.type !== 'host')
    return [{ ...hop, ends: 'unknown' }];
  const { target } = parsed.request;
  const named = { ...hop, url: urlOf(target) };
  const takers = side.takersOf({ ...request, target }).filter(({ edge }) => edge === undefined);
  const found = takers.flatMap(({ owners }) =>
    owners.flatMap(({ server }) => (server?.kind === 'endpoint' ? [server] : [])),
  );
  return found.length === 0 ? [{ ...named, ends: 'unserved' }] : found.map((to) => ({ ...named, to }));
}
