/**
 * One side, indexed for lookups of many URLs. Hosts, and the paths of each edge and each host that its routes name, are
 * divided into cells once; a lookup then takes two searches, regardless of the number of routes.
 */
import { listenerUrl } from '../../derive/forms/listener-url.ts';
import { noOwnActions, type OwnActions } from '../../derive/policy/own-actions.ts';
import type { TraceRequest, TraceWay } from '../../model/traffic/trace.ts';
import type { Edges } from '../edges.ts';
import { carries } from '../listener.ts';
import type { TrafficServer } from '../traffic-server.ts';
import { hostClaims } from '../url-spaces/host-claims.ts';
import { rememberEach } from '../../text/remember-last.ts';
import { parseRequest } from './request.ts';
import { hostPattern } from '../host-pattern.ts';
import { routesOf } from '../url-spaces/edge-routes.ts';
import type { RoutingState } from '../url-spaces/routing-state.ts';
import { linesOf, type ServerCandidate } from '../url-spaces/candidate-lines.ts';

export interface Side {
  readonly servers: readonly TrafficServer[];
  readonly edges: Edges;
  /** The actions of policies that the workspace declares. Absent: none. */
  readonly ownActions?: OwnActions | undefined;
}

/** Takes requests for a host: an edge, whose routes decide, or an endpoint or TLS edge. */
export interface Taker {
  /** The id of an HTTPS edge. */
  readonly edge?: string;
  readonly isAssumed: boolean;
  readonly because: TraceWay;
  /** Those that have the URL, whether or not they answer; several share it. */
  readonly servers: readonly TrafficServer[];
}

/** The endpoints that have the URL of a forward. */
export interface ForwardTarget {
  /** In normal form. */
  readonly url: string;
  readonly endpoints: readonly TrafficServer[];
}

export interface SideIndex extends Side {
  readonly ownActions: OwnActions;
  /** Empty if no listener matches. */
  readonly takersOf: (request: TraceRequest) => readonly Taker[];
  /** Undefined if it is not the URL of a host. */
  readonly forwardTargetOf: (url: string) => ForwardTarget | undefined;
}

/** The sides of a state: without any of its changes, and with all of them. */
export interface StateSides {
  readonly before: () => SideIndex;
  readonly after: () => SideIndex;
}

/** Each side is indexed when it is first asked for. */
export const sidesOf = rememberEach(({ still, changes, edges }: RoutingState): StateSides => {
  const opening = (name: 'before' | 'after'): (() => SideIndex) => {
    let opened: SideIndex | undefined;
    return () =>
      (opened ??= openSide({
        servers: [...still, ...changes.flatMap((change) => change[name] ?? [])],
        edges,
      }));
  };
  return { before: opening('before'), after: opening('after') };
});

export function openSide({ servers, edges, ownActions = noOwnActions }: Side): SideIndex {
  const state = { still: servers, changes: [], edges };
  const routes = routesOf(state);
  const listening = linesOf(hostClaims(state, routes));
  const takersOf: SideIndex['takersOf'] = ({ target, path }) => {
    const host = target.type === 'host' ? target.host : '';
    const taker = (edge: string, because: TraceWay): Taker => ({
      edge,
      isAssumed: false,
      because,
      servers: serversOf(routes.get(edge)?.linesAt(host).at(path) ?? []),
    });
    if (target.type === 'edge') {
      return [taker(edges.idOf(target.name) ?? target.name, { code: 'edge-named' })];
    }
    const hostCandidates = listening.at(hostPattern(target).text);
    const found = hostCandidates.filter(
      ({ listener }) => listener !== undefined && carries(listener, target),
    );
    const [first] = found;
    if (first !== undefined) {
      // Which of an edge and an endpoint of one host gets a request is not documented.
      const best = found.filter(({ rank }) => rank === first.rank);
      const named = best.flatMap(({ edge }) => {
        if (edge === undefined) return [];
        if (edges.listeners.has(edge)) return [taker(edge, { code: 'edge-listens', host })];
        const by = routes.get(edge)?.hosts.get(host);
        return by === undefined ? [] : [taker(edge, { code: 'host-named', by })];
      });
      const candidates = first.edge === undefined ? found : best;
      const servers = serversOf(candidates.filter(({ edge }) => edge === undefined));
      const because = { code: 'listens', host, port: target.port } as const;
      return servers.length === 0 ? named : [...named, { isAssumed: false, because, servers }];
    }
    if (hostCandidates.length > 0 || target.scheme !== 'https') return [];
    return [...routes.keys()]
      .filter((edge) => !edges.listeners.has(edge))
      .map((edge) => ({ ...taker(edge, { code: 'hosts-unknown' }), isAssumed: true }));
  };
  return {
    servers,
    edges,
    ownActions,
    takersOf,
    forwardTargetOf: (url) => {
      const parsed = parseRequest(url);
      if ('problem' in parsed || parsed.request.target.type !== 'host') return undefined;
      const found = takersOf(parsed.request).flatMap((taker) =>
        taker.edge === undefined ? taker.servers : [],
      );
      return {
        url: listenerUrl(parsed.request.target),
        endpoints: found.filter(({ kind }) => kind === 'endpoint'),
      };
    },
  };
}

function serversOf(candidates: readonly ServerCandidate[]): readonly TrafficServer[] {
  return candidates.flatMap(({ server }) => server ?? []);
}
