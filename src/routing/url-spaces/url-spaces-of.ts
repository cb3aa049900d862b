import { spacesOfRoutes } from './route-spaces.ts';
import { rememberEach } from '../../text/remember-last.ts';
import { listenerUrl } from '../../derive/forms/listener-url.ts';
import { bindingsOf, publicBinding } from '../bindings.ts';
import { isTouched, type UrlSpace } from './url-space.ts';
import { edgeHostClaims, type HostClaim, ownHostClaims } from './host-claims.ts';
import type { TrafficServer } from '../traffic-server.ts';
import { carries } from '../listener.ts';
import type { Pattern } from '../text-pattern.ts';
import { protectionKey } from '../protection.ts';
import { pathText } from '../selector.ts';
import { hostOfPattern, hostPattern, portOfPattern } from '../host-pattern.ts';
import { type EdgeRoutes, type Routes, routesOf } from './edge-routes.ts';
import type { RoutingState } from './routing-state.ts';
import { type CandidateLine, linesOf, type ServerCandidate } from './candidate-lines.ts';

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
  yield* spacesOfRoutes(routes, state.edges);
  yield* hostSpaces(routes, state);
}

/** The hosts for which endpoints, TLS edges and HTTPS edges compete: by binding, scheme and port. */
function* hostSpaces(routes: Routes, state: RoutingState): Iterable<UrlSpace> {
  const claims = ownHostClaims(state);
  const touched = claims.filter(({ owner }) => owner.change !== undefined);
  if (touched.length === 0) return;
  const edges = edgeHostClaims(routes, state.edges);
  const bindings = new Set(touched.flatMap(({ owner }) => bindingsAt(owner.server)));
  for (const binding of [...bindings].sort()) {
    const bound = claims.filter(({ owner }) => bindingsAt(owner.server).includes(binding));
    const all = binding === publicBinding ? [...bound, ...edges] : bound;
    for (const line of linesOf(all, namedHosts(routes, all)).lines) {
      if (!isTouched(line)) continue;
      for (const scheme of schemes) yield* urlSpacesAt(line, scheme, routes);
    }
  }
}

function bindingsAt(server: TrafficServer | undefined): readonly string[] {
  return server?.kind === 'endpoint' ? bindingsOf(server.spec) : [publicBinding];
}

/** Hosts that routes name are separate cells within a wildcard of their edge. */
function namedHosts(routes: Routes, claims: readonly HostClaim[]): readonly Pattern[] {
  return claims.flatMap(({ form, owner: { edge, listener } }) => {
    if (form === 'exact' || edge === undefined) return [];
    return [...(routes.get(edge)?.hosts.keys() ?? [])].map((host) =>
      hostPattern({ host, port: listener.port }),
    );
  });
}

function* urlSpacesAt(
  { pattern, candidates }: CandidateLine,
  scheme: string,
  routes: Routes,
): Iterable<UrlSpace> {
  const host = hostOfPattern(pattern);
  const port = portOfPattern(pattern);
  const url = (): string => listenerUrl({ scheme, host, port });
  const places: ServerCandidate[] = [];
  const edges: (EdgeRoutes | undefined)[] = [];
  for (const candidate of candidates) {
    const { listener, edge } = candidate;
    const isHeard = listener !== undefined && carries(listener, { scheme });
    if (edge === undefined) places.push(isHeard ? candidate : { ...candidate, answers: false });
    else edges.push(isHeard ? routes.get(edge) : undefined);
  }
  if (edges.length === 0) yield { candidates: places, space: url };
  for (const edge of edges) {
    if (edge === undefined) yield { candidates: [...places, nothing], space: url };
    else yield* urlSpacesBelow(places, edge, { host, url });
  }
}

/** For a host of an edge, its routes compete for each path after all claims that precede the edge. */
function* urlSpacesBelow(
  places: readonly ServerCandidate[],
  edge: EdgeRoutes,
  { host, url }: { readonly host: string; readonly url: () => string },
): Iterable<UrlSpace> {
  for (const { pattern, candidates } of unlike(edge, host)) {
    const lower = candidates.map((candidate) => ({ ...candidate, rank: candidate.rank - belowHosts }));
    yield { candidates: [...places, ...lower, nothing], space: () => url() + pathText(pattern) };
  }
}

/** Merges equivalent lines: those with a single unchanged route count as one if their protection is equal. */
function unlike({ linesAt }: EdgeRoutes, host: string): readonly CandidateLine[] {
  const found = new Map<string, CandidateLine>();
  for (const [index, line] of linesAt(host).lines.entries()) {
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
