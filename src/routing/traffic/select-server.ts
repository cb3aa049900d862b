import { listenerUrl } from '../../derive/forms/listener-url.ts';
import type { PlanOrigin } from '../../model/plan/change.ts';
import {
  isClose,
  type TraceReason,
  type TraceRequest,
  type TraceSelection,
  type TraceServer,
  type TraceWay,
} from '../../model/traffic/trace.ts';
import type { Address } from '../../model/workspace/address.ts';
import { suggestions } from '../../text/suggest.ts';
import { carries, listenersOf } from '../listener.ts';
import { patternMatches } from '../text-pattern.ts';
import { type Selector, selectorOf } from '../selector.ts';
import { doesAnswer, type TrafficServer } from '../traffic-server.ts';
import type { SideIndex, Taker } from './side-index.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { hostCovers } from '../../derive/forms/host-name.ts';

/** The origin of a declared resource; undefined for a live object. */
type OriginOf = (address: Address) => PlanOrigin | undefined;

/** Who gets a request on one side, with a reason for each other object at the same host or edge. */
export function selectionsOf(
  side: SideIndex,
  request: TraceRequest,
  originOf: OriginOf,
): readonly TraceSelection[] {
  const takers = side.takersOf(request);
  if (takers.length === 0) return [nothingThere(side, request)];
  return takers.map((taker) => selectionOf(side, request, { taker, originOf }));
}

function selectionOf(
  side: SideIndex,
  request: TraceRequest,
  {
    taker: { edge, isAssumed, because, servers },
    originOf,
  }: { readonly taker: Taker; readonly originOf: OriginOf },
): TraceSelection {
  const others =
    edge === undefined
      ? listenersBeside(side, request, servers)
      : routesBeside(side, request, { edge, serving: servers });
  return {
    ...withoutUndefined({ edge: edge === undefined ? undefined : side.edges.nameOf(edge) }),
    isAssumed,
    because,
    servers: servers.map((server) => serverOf(server, request, originOf)),
    others,
  };
}

function nothingThere(side: SideIndex, request: TraceRequest): TraceSelection {
  const { target } = request;
  return {
    isAssumed: false,
    because: nothingOf(target),
    servers: [],
    others: listenersBeside(side, request, []),
  };
}

function nothingOf(target: TraceRequest['target']): TraceWay {
  if (target.type === 'edge') return { code: 'edge-unknown', edge: target.name };
  const { scheme, host, port } = target;
  return { code: 'nothing-listens', scheme, host, port };
}

type Others = TraceSelection['others'];

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

function serverOf(server: TrafficServer, request: TraceRequest, originOf: OriginOf): TraceServer {
  const { address, kind, id } = server;
  const origin = originOf(address);
  const isRoute = kind === 'https-route';
  return {
    address,
    kind,
    ...withoutUndefined({ id, origin }),
    reason: isRoute ? takingReason(server, request) : undefined,
    doesAnswer: doesAnswer(server),
  };
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
  if (!carries(near, target)) return { code: 'other-scheme', url: listenerUrl(near), scheme: target.scheme };
  return near.host.startsWith('*.') ? { code: 'closer-host-wins', host: near.host } : { code: 'host-taken' };
}

/** Why the edge in a request is unknown: neither `ids` nor a route names it. */
export function edgeProblem(side: SideIndex | undefined, { target }: TraceRequest): string | undefined {
  if (side === undefined || target.type !== 'edge') return undefined;
  const { edges, servers } = side;
  const { name } = target;
  if (edges.idOf(name) !== undefined) return undefined;
  if (servers.some(({ spec }) => spec['edge_id'] === name)) return undefined;
  const [near] = suggestions(`https-edge/${name}`, edges.names);
  return `\`ids\` has no \`https-edge/${name}\`${near === undefined ? '' : `, but \`${near}\``}`;
}
