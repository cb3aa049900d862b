import { rememberEach } from '../../text/remember-last.ts';
import { listenerUrl, type Listener } from '../../derive/forms/endpoint-url.ts';
import { bindingsOf, publicBinding } from '../upstreams.ts';
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
import { hostClaims, hostClaimsOf, type HostClaim } from './claims-by-host.ts';
import { routeSpaces, routesOf, type EdgeRoutes, type Routes } from './route-spaces.ts';
import { mayAnswer, type TrafficServer } from '../traffic-server.ts';
import { carries, hostOfPattern, hostPattern, portOfPattern } from '../listener.ts';
import type { Pattern } from '../prefix-partition.ts';
import { protectionKey } from '../protection.ts';
import { pathText } from '../selector.ts';

const schemes = ['https', 'http', 'tls', 'tcp'];

/** Ranks routes below all claims on the host that precede their edge. */
const belowHosts = 1e12;

const nothing: ServerCandidate = {
  server: undefined,
  change: undefined,
  when: 'always',
  rank: -2 * belowHosts,
  answers: false,
};

/** All spaces of URLs that the changes of a state affect, with the candidates for each. */
export function* urlSpacesOf(state: RoutingState): Iterable<UrlSpace> {
  const routes = routesOf(state);
  yield* routeSpaces(routes, state);
  yield* hostSpaces(routes, state);
}

/** The listener of a candidate; an HTTPS edge passes requests on to its routes. */
interface Place {
  readonly listener: Listener;
  readonly edge?: string;
}

interface PlacedClaim extends CandidateClaim {
  readonly place: Place;
}

/** The hosts for which endpoints, TLS edges and HTTPS edges compete: by binding, scheme and port. */
function* hostSpaces(routes: Routes, state: RoutingState): Iterable<UrlSpace> {
  const claims = [...ownClaims(state)];
  const touched = claims.filter(({ owner }) => owner.change !== undefined);
  if (touched.length === 0) return;
  const edges = edgeClaims(routes, state);
  const bindings = new Set(touched.flatMap(({ owner }) => bindingsAt(owner.server)));
  for (const binding of [...bindings].sort()) {
    const bound = claims.filter(({ owner }) => bindingsAt(owner.server).includes(binding));
    const all = binding === publicBinding ? [...bound, ...edges] : bound;
    const places = new Map(all.map(({ owner, place }) => [owner, place]));
    for (const line of linesOf(all, namedHosts(routes, all))) {
      if (!isTouched(line)) continue;
      for (const scheme of schemes) yield* urlSpacesAt(line, { scheme, places, routes });
    }
  }
}

function* ownClaims(state: RoutingState): Iterable<PlacedClaim> {
  for (const present of presentIn(state)) {
    for (const claim of hostClaimsOf(present.server)) {
      const rank = rankOf(claim);
      const owner = { ...present, rank, answers: mayAnswer(present.server) };
      yield { form: claim.form, text: claim.text, rank, owner, place: { listener: claim.listener } };
    }
  }
}

/** The claims of HTTPS edges; for an edge without known listeners, the hosts that its routes name. */
function edgeClaims(routes: Routes, { edges }: RoutingState): readonly PlacedClaim[] {
  const known = hostClaims([], edges);
  const named = [...routes.values()]
    .filter(({ edge }) => !edges.listeners.has(edge))
    .flatMap(({ edge, hosts }) => hosts.map((host) => namedClaim(edge, host)));
  return [...known, ...named].map(({ form, text, rank, listener, edge = '' }) => {
    const whole = rankOf({ form, rank });
    return { form, text, rank: whole, owner: { ...nothing, rank: whole }, place: { listener, edge } };
  });
}

function namedClaim(edge: string, host: string): HostClaim {
  const listener = { scheme: 'https', host, port: 443 };
  const pattern = hostPattern(listener);
  return { ...pattern, rank: pattern.text.length, owner: { name: edge }, listener, edge };
}

function bindingsAt(server: TrafficServer | undefined): readonly string[] {
  return server?.kind === 'endpoint' ? bindingsOf(server.spec) : [publicBinding];
}

/** Hosts that routes name are separate cells within a wildcard of their edge. */
function namedHosts(routes: Routes, claims: readonly PlacedClaim[]): readonly Pattern[] {
  return claims.flatMap(({ form, place: { edge, listener } }) => {
    if (form === 'exact' || edge === undefined) return [];
    return (routes.get(edge)?.hosts ?? []).map((host) => hostPattern({ host, port: listener.port }));
  });
}

interface HostRoutes {
  readonly scheme: string;
  readonly places: ReadonlyMap<ServerCandidate, Place>;
  readonly routes: Routes;
}

function* urlSpacesAt(
  { pattern, candidates }: CandidateLine,
  { scheme, places, routes }: HostRoutes,
): Iterable<UrlSpace> {
  const host = hostOfPattern(pattern);
  const port = portOfPattern(pattern);
  const url = (): string => listenerUrl({ scheme, host, port });
  const own: ServerCandidate[] = [];
  const edges: (EdgeRoutes | undefined)[] = [];
  for (const candidate of candidates) {
    const place = places.get(candidate);
    const isHeard = place !== undefined && carries(place.listener, { scheme });
    if (place?.edge === undefined) own.push(isHeard ? candidate : { ...candidate, answers: false });
    else edges.push(isHeard ? routes.get(place.edge) : undefined);
  }
  if (edges.length === 0) yield { candidates: own, space: url };
  for (const edge of edges) {
    if (edge === undefined) yield { candidates: [...own, nothing], space: url };
    else yield* urlSpacesBelow(own, edge, { host, url });
  }
}

/** For a host of an edge, its routes compete for each path after all claims that precede the edge. */
function* urlSpacesBelow(
  own: readonly ServerCandidate[],
  edge: EdgeRoutes,
  { host, url }: { readonly host: string; readonly url: () => string },
): Iterable<UrlSpace> {
  for (const { pattern, candidates } of unlike(edge, host)) {
    const lower = candidates.map((candidate) => ({ ...candidate, rank: candidate.rank - belowHosts }));
    yield { candidates: [...own, ...lower, nothing], space: () => url() + pathText(pattern) };
  }
}

/** Merges equivalent lines: those with a single unchanged route count as one if their protection is equal. */
function unlike({ linesAt }: EdgeRoutes, host: string): readonly CandidateLine[] {
  const found = new Map<string, CandidateLine>();
  for (const [index, line] of linesAt(host).entries()) {
    const [only, ...more] = line.candidates;
    const isStill = more.length === 0 && only?.when === 'always';
    const key = isStill ? stillKey(only) : `${index}`;
    if (!found.has(key)) found.set(key, line);
  }
  return [...found.values()];
}

function stillKey({ server, answers }: ServerCandidate): string {
  return server === undefined || !answers ? 'nothing' : knownProtectionKey(server);
}

const knownProtectionKey = rememberEach(protectionKey);
