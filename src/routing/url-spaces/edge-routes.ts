import type { Edges } from '../edges.ts';
import { compareTexts } from '../../text/lists/compare-texts.ts';
import { selectorOf } from '../selector.ts';
import { mayAnswer, type TrafficServer } from '../traffic-server.ts';
import { presentIn, rankOf } from './url-space.ts';
import { groupBy } from '../../text/lists/group-by.ts';
import type { RoutingState } from './routing-state.ts';
import {
  type CandidateLines,
  type CandidateClaim,
  linesOf,
  type ServerCandidate,
} from './candidate-lines.ts';

export interface EdgeRoutes {
  readonly edge: string;
  readonly isTouched: boolean;
  /** The hosts that its routes name, sorted, each with the address of the first such route. */
  readonly hosts: ReadonlyMap<string, string>;
  /** The candidates for each path at a host; the empty string means all hosts that no route names. */
  readonly linesAt: (host: string) => CandidateLines;
}

/** By edge id, sorted. */
export type Routes = ReadonlyMap<string, EdgeRoutes>;

interface RouteClaim extends CandidateClaim {
  readonly edge: string;
  /** Empty for all hosts. */
  readonly host: string;
  readonly owner: ServerCandidate & { readonly server: TrafficServer };
}

export function routesOf(state: RoutingState): Routes {
  const claims = groupBy(routeClaims(state), ({ edge }) => edge);
  return new Map(
    [...claims].sort(([a], [b]) => compareTexts(a, b)).map(([edge, some]) => [edge, edgeRoutes(edge, some)]),
  );
}

function* routeClaims(state: RoutingState): Iterable<RouteClaim> {
  for (const present of presentIn(state)) {
    const { server } = present;
    const selector = server.kind === 'https-route' ? selectorOf(server.spec) : undefined;
    if (selector === undefined) continue;
    const { edge, host, pattern, rank } = selector;
    const owner = { ...present, rank: rankOf(pattern, rank), answers: mayAnswer(server) };
    yield { ...pattern, edge, host, owner };
  }
}

function edgeRoutes(edge: string, claims: readonly RouteClaim[]): EdgeRoutes {
  const byHost = groupBy(claims, ({ host }) => host);
  const anywhere = byHost.get('') ?? [];
  const made = new Map<string, CandidateLines>();
  return {
    edge,
    isTouched: claims.some(({ owner }) => owner.change !== undefined),
    hosts: new Map(
      [...byHost]
        .flatMap(([host, [first]]) =>
          host === '' || first === undefined ? [] : [[host, first.owner.server.address] as const],
        )
        .sort(([a], [b]) => compareTexts(a, b)),
    ),
    linesAt: (asked) => {
      const host = byHost.has(asked) ? asked : '';
      const claimsOfHost = host === '' ? [] : (byHost.get(host) ?? []);
      const lines = made.get(host) ?? linesOf([...anywhere, ...claimsOfHost]);
      made.set(host, lines);
      return lines;
    },
  };
}

/** Whether an edge has hosts that none of its routes names. */
export function hasOtherHosts({ edge, hosts }: EdgeRoutes, { listeners }: Edges): boolean {
  const known = listeners.get(edge) ?? [];
  return known.length === 0 || known.some(({ host }) => !hosts.has(host));
}
