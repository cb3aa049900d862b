import {
  isTouched,
  linesOf,
  presentIn,
  rankOf,
  type UrlSpace,
  type CandidateLine,
  type ServerCandidate,
  type CandidateClaim,
  type RoutingState,
} from './url-space.ts';
import { addTo } from '../../text/items-by.ts';
import { mayAnswer } from '../traffic-server.ts';
import { claimsByHost } from './claims-by-host.ts';
import { pathText, selectorOf } from '../selector.ts';

interface RouteClaim extends CandidateClaim {
  readonly host: string;
}

/** The routes of one edge, by host. */
export interface EdgeRoutes {
  readonly edge: string;
  readonly isTouched: boolean;
  /** The hosts that its routes name, sorted. */
  readonly hosts: readonly string[];
  /** The candidates for each path at a host; the empty string means all hosts that no route names. */
  readonly linesAt: (host: string) => readonly CandidateLine[];
}

/** By edge id. */
export type Routes = ReadonlyMap<string, EdgeRoutes>;

export function routesOf(state: RoutingState): Routes {
  const claims = new Map<string, RouteClaim[]>();
  for (const present of presentIn(state)) {
    const { server } = present;
    const selector = server.kind === 'https-route' ? selectorOf(server.spec) : undefined;
    if (selector === undefined) continue;
    const { edge, host, pattern, rank } = selector;
    const whole = rankOf({ ...pattern, rank });
    const owner: ServerCandidate = { ...present, rank: whole, answers: mayAnswer(server) };
    addTo(claims, edge, { ...pattern, rank: whole, host, owner });
  }
  return new Map([...claims].map(([edge, some]) => [edge, edgeRoutes(edge, some)]));
}

function edgeRoutes(edge: string, claims: readonly RouteClaim[]): EdgeRoutes {
  const claimsAt = claimsByHost(claims);
  const made = new Map<string, readonly CandidateLine[]>();
  const hosts = [...new Set(claims.map(({ host }) => host))].filter((host) => host !== '').sort();
  const isNamed = new Set(hosts);
  return {
    edge,
    isTouched: claims.some(({ owner }) => owner.change !== undefined),
    hosts,
    linesAt: (host) => {
      const at = isNamed.has(host) ? host : '';
      const lines = made.get(at) ?? linesOf(claimsAt(at));
      made.set(at, lines);
      return lines;
    },
  };
}

/** The spaces on paths of each edge with changes. */
export function* routeSpaces(routes: Routes, { edges }: RoutingState): Iterable<UrlSpace> {
  for (const { edge, isTouched: isChanging, hosts, linesAt } of routes.values()) {
    if (!isChanging) continue;
    const listeners = edges.listeners.get(edge) ?? [];
    const isNamed = new Set(hosts);
    const hasOthers = listeners.length === 0 || listeners.some(({ host }) => !isNamed.has(host));
    if (hasOthers) yield* urlSpacesIn(linesAt(''), '');
    for (const host of hosts) {
      // Lines without a route for this host are the same as those for all hosts, which are checked above.
      const isOwn = ({ candidates }: CandidateLine): boolean =>
        !hasOthers || candidates.some((candidate) => hostOf(candidate) === host);
      yield* urlSpacesIn(linesAt(host).filter(isOwn), host);
    }
  }
}

function* urlSpacesIn(lines: readonly CandidateLine[], host: string): Iterable<UrlSpace> {
  for (const line of lines) {
    if (isTouched(line)) yield { candidates: line.candidates, space: () => host + pathText(line.pattern) };
  }
}

function hostOf({ server }: ServerCandidate): string | undefined {
  return server === undefined ? undefined : selectorOf(server.spec)?.host;
}
