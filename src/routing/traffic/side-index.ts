/**
 * One side, indexed for lookups of many URLs. Hosts, and the paths of each edge and each host that its routes name, are
 * divided into cells once; a lookup then takes two searches, regardless of the number of routes.
 */
import type { TraceRequest, TraceWay } from '../../model/traffic/trace.ts';
import { prefixPartition, winnersOf, type RankedClaim } from '../prefix-partition.ts';
import type { Edges } from '../edges.ts';
import { claimsByHost, hostClaims, type PathClaim, pathClaims } from '../url-spaces/claims-by-host.ts';
import { groupBy } from '../../text/items-by.ts';
import type { TrafficServer, Owner } from '../traffic-server.ts';
import { carries, hostPattern } from '../listener.ts';

export interface Side {
  readonly servers: readonly TrafficServer[];
  readonly edges: Edges;
}

/** Takes requests for a host: an edge, whose routes decide, or an endpoint or TLS edge. */
export interface Taker {
  /** The id of an HTTPS edge. */
  readonly edge?: string;
  readonly isAssumed: boolean;
  readonly because: TraceWay;
  readonly owners: readonly Owner[];
}

export interface SideIndex extends Side {
  /** Empty if no listener matches. */
  readonly takersOf: (request: TraceRequest) => readonly Taker[];
}

export function openSide({ servers, edges }: Side): SideIndex {
  const findHost = lookup(hostClaims(servers, edges));
  const finders = pathFinders(pathClaims(servers));
  const atEdge = (request: TraceRequest, edge: string): readonly Owner[] =>
    finders
      .get(edge)?.(request)
      .map(({ owner }) => owner) ?? [];
  const namesHost = hostsNamed(servers);
  return {
    servers,
    edges,
    takersOf: (request) => {
      const { target } = request;
      const taker = (edge: string, because: TraceWay, isAssumed = false): Taker => ({
        edge,
        isAssumed,
        because,
        owners: atEdge(request, edge),
      });
      if (target.type === 'edge') {
        return [taker(edges.idOf(target.name) ?? target.name, { code: 'edge-named' })];
      }
      const listening = findHost(hostPattern(target).text);
      const found = listening.filter(({ listener }) => carries(listener, target));
      const first = found[0];
      if (first?.edge !== undefined) return [taker(first.edge, { code: 'edge-listens', host: target.host })];
      if (first !== undefined) {
        const { host, port } = target;
        const because = { code: 'listens', host, port } as const;
        return [{ isAssumed: false, because, owners: found.map(({ owner }) => owner) }];
      }
      if (listening.length > 0 || target.scheme !== 'https') return [];
      const named = namesHost.get(target.host);
      if (named !== undefined) return [...named].map(([edge, by]) => taker(edge, { code: 'host-named', by }));
      return [...finders.keys()]
        .filter((edge) => !edges.listeners.has(edge))
        .sort()
        .map((edge) => taker(edge, { code: 'hosts-unknown' }, true));
    },
  };
}

function lookup<Made extends RankedClaim<Owner>>(claims: readonly Made[]): (text: string) => readonly Made[] {
  const cells = prefixPartition(claims);
  const winners = winnersOf(cells, claims) as readonly (readonly Made[])[];
  return (text) => winners[cells.find(text)] ?? [];
}

/** For each edge, a function that finds the routes of a request. Hosts that no route names share one set of cells. */
function pathFinders(
  claims: readonly PathClaim[],
): ReadonlyMap<string, (request: TraceRequest) => readonly PathClaim[]> {
  const byEdge = groupBy(claims, ({ edge }) => edge);
  return new Map([...byEdge].map(([edge, some]) => [edge, pathFinder(some)]));
}

function pathFinder(claims: readonly PathClaim[]): (request: TraceRequest) => readonly PathClaim[] {
  const named = new Set(claims.map(({ host }) => host));
  const claimsAt = claimsByHost(claims);
  const made = new Map<string, (text: string) => readonly PathClaim[]>();
  return ({ target, path }) => {
    const host = target.type === 'host' && named.has(target.host) ? target.host : '';
    const find = made.get(host) ?? lookup(claimsAt(host));
    made.set(host, find);
    return find(path);
  };
}

/** Edges whose routes name a host, each with the first such route. */
function hostsNamed(servers: readonly TrafficServer[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const hosts = new Map<string, Map<string, string>>();
  for (const { host, edge, owner } of pathClaims(servers)) {
    if (host === '') continue;
    const edges = hosts.get(host) ?? new Map<string, string>();
    if (!edges.has(edge)) edges.set(edge, owner.name);
    hosts.set(host, edges);
  }
  return hosts;
}
