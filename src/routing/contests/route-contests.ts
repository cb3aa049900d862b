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
} from './contests.ts';
import { mayAnswer } from '../holder.ts';
import { claimsByHost } from './path-claims.ts';
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
  /** The rivals for each path at a host; the empty string means all hosts that no route names. */
  readonly linesAt: (host: string) => readonly CandidateLine[];
}

/** By edge id. */
export type Routes = ReadonlyMap<string, EdgeRoutes>;

export function routesOf(world: RoutingState): Routes {
  const claims = new Map<string, RouteClaim[]>();
  for (const present of presentIn(world)) {
    const { holder } = present;
    const selector = holder.kind === 'https-route' ? selectorOf(holder.spec) : undefined;
    if (selector === undefined) continue;
    const { edge, host, pattern, rank } = selector;
    const whole = rankOf({ ...pattern, rank });
    const owner: ServerCandidate = { ...present, rank: whole, answers: mayAnswer(holder) };
    const claim = { ...pattern, rank: whole, host, owner };
    const known = claims.get(edge);
    if (known === undefined) claims.set(edge, [claim]);
    else known.push(claim);
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
    isTouched: claims.some(({ owner }) => owner.turn !== undefined),
    hosts,
    linesAt: (host) => {
      const at = isNamed.has(host) ? host : '';
      const lines = made.get(at) ?? linesOf(claimsAt(at));
      made.set(at, lines);
      return lines;
    },
  };
}

/** The contests on paths of each edge with changes. */
export function* routeSpaces(routes: Routes, { edges }: RoutingState): Iterable<UrlSpace> {
  for (const { edge, isTouched: isChanging, hosts, linesAt } of routes.values()) {
    if (!isChanging) continue;
    const listeners = edges.listeners.get(edge) ?? [];
    const isNamed = new Set(hosts);
    const hasOthers = listeners.length === 0 || listeners.some(({ host }) => !isNamed.has(host));
    if (hasOthers) yield* urlSpacesIn(linesAt(''), '');
    for (const host of hosts) {
      // Lines without a route for this host are the same as those for all hosts, which are checked above.
      const isOwn = ({ rivals }: CandidateLine): boolean =>
        !hasOthers || rivals.some((rival) => hostOf(rival) === host);
      yield* urlSpacesIn(linesAt(host).filter(isOwn), host);
    }
  }
}

function* urlSpacesIn(lines: readonly CandidateLine[], host: string): Iterable<UrlSpace> {
  for (const line of lines) {
    if (isTouched(line)) yield { rivals: line.rivals, space: () => host + pathText(line.pattern) };
  }
}

function hostOf({ holder }: ServerCandidate): string | undefined {
  return holder === undefined ? undefined : selectorOf(holder.spec)?.host;
}
