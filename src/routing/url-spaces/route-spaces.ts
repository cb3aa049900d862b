import { isTouched, type UrlSpace } from './url-space.ts';
import { hasOtherHosts, type Routes, routesOf } from './edge-routes.ts';
import type { Edges } from '../edges.ts';
import { pathText, selectorOf } from '../selector.ts';
import type { RoutingState } from './routing-state.ts';
import type { CandidateLine, ServerCandidate } from './candidate-lines.ts';

/** The spaces on paths of each edge with changes. */
export function routeSpaces(state: RoutingState): Iterable<UrlSpace> {
  return spacesOfRoutes(routesOf(state), state.edges);
}

export function* spacesOfRoutes(routes: Routes, edges: Edges): Iterable<UrlSpace> {
  for (const route of routes.values()) {
    if (!route.isTouched) continue;
    const hasOthers = hasOtherHosts(route, edges);
    if (hasOthers) yield* urlSpacesIn(route.linesAt('').lines, '');
    for (const host of route.hosts.keys()) {
      // Lines without a route for this host are the same as those for all hosts, which are checked above.
      const isOwn = ({ candidates }: CandidateLine): boolean =>
        !hasOthers || candidates.some((candidate) => hostOf(candidate) === host);
      yield* urlSpacesIn(route.linesAt(host).lines.filter(isOwn), host);
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
