import { listenerUrl, type Listener } from '../../derive/forms/endpoint-url.ts';
import type { LiveState } from '../../model/live.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { Step } from '../../model/plan/step.ts';
import type { TrafficShift } from '../../model/traffic/topology.ts';
import type { NamedId } from '../../model/workspace.ts';
import { type HostClaim, hostClaims, type PathClaim, pathClaims } from '../url-spaces/claims-by-host.ts';
import { edgesOf, type Edges } from '../edges.ts';
import { renamedServers, type Owner, type TrafficServer } from '../traffic-server.ts';
import { hostOfPattern, portOfPattern } from '../listener.ts';
import { groupBy } from '../../text/items-by.ts';
import { prefixPartition, winnersOf } from '../prefix-partition.ts';
import {
  ownersOf,
  type RouteChange,
  routeChanges,
  routeShifts,
  type Space,
  spacesOf,
  withoutText,
} from './shifts/route-shifts.ts';

export function trafficOfPlan(
  { steps }: Pick<Plan, 'steps'>,
  live: LiveState,
  ids: Iterable<NamedId>,
): readonly TrafficShift[] {
  if (steps.every(({ action }) => action === 'keep')) return [];
  return trafficShifts({ ...sidesOfPlan(steps, live), edges: edgesOf(ids, live.listed) });
}

/** The live objects before and after the steps are done. A renamed resource has its new address on both sides. */
export function sidesOfPlan(
  steps: readonly Step[],
  live: LiveState,
): { readonly before: readonly TrafficServer[]; readonly after: readonly TrafficServer[] } {
  const done = steps.filter(({ action }) => action !== 'blocked' && action !== 'drift');
  const { servers: before } = renamedServers(live, done);
  const byAddress = new Map(before.map((server) => [server.address, server]));
  for (const { action, address, kind, predicted } of done) {
    if (action === 'delete') byAddress.delete(address);
    else if (predicted !== undefined) byAddress.set(address, { address, kind, spec: predicted });
  }
  return { before, after: [...byAddress.values()] };
}

interface Sides {
  readonly before: readonly TrafficServer[];
  readonly after: readonly TrafficServer[];
  readonly edges: Edges;
}

/**
 * The URLs served by a different object after a plan, computed exactly, not sampled: hosts by endpoints and TLS edges,
 * paths by the routes of each edge. The precedence of routes is assumed, as described in selector.ts. Objects that are
 * identical (`===`) on both sides are skipped: most plans change few of many.
 */
export function trafficShifts({ before, after, edges }: Sides): readonly TrafficShift[] {
  const changed = symmetricDifference(before, after);
  const touched = new Set(pathClaims(changed).map(({ edge }) => edge));
  const hosts = changed.some(({ kind }) => kind !== 'https-route')
    ? hostShifts(hostClaims(before, edges), hostClaims(after, edges))
    : [];
  if (touched.size === 0) return hosts;
  const [was, is] = [before, after].map((side) =>
    groupBy(pathClaims(side.filter(isAt(touched))), ({ edge }) => edge),
  ) as [ClaimGroups, ClaimGroups];
  return [
    ...hosts,
    ...[...touched]
      .sort()
      .flatMap((edge) =>
        routeShifts(edge, { before: was.get(edge) ?? [], after: is.get(edge) ?? [] }, edges),
      ),
  ];
}

type ClaimGroups = ReadonlyMap<string, readonly PathClaim[]>;

function symmetricDifference(
  some: readonly TrafficServer[],
  others: readonly TrafficServer[],
): readonly TrafficServer[] {
  const [ofSome, ofOthers] = [new Set(some), new Set(others)];
  return [...some.filter((one) => !ofOthers.has(one)), ...others.filter((one) => !ofSome.has(one))];
}

function isAt(edges: ReadonlySet<string>): (server: TrafficServer) => boolean {
  return ({ spec: { edge_id: edge } }) => typeof edge === 'string' && edges.has(edge);
}

function hostShifts(before: readonly HostClaim[], after: readonly HostClaim[]): readonly TrafficShift[] {
  const cells = prefixPartition([...before, ...after]);
  const [was, is] = [winnersOf(cells, before), winnersOf(cells, after)];
  const spaces = spacesOf(cells, (cell) => {
    const mark = routeChanges(ownersOf(was[cell]), ownersOf(is[cell]));
    return mark.length === 0 ? undefined : { key: JSON.stringify(mark), mark };
  });
  const schemes = new Map(
    [...before, ...after].map(({ owner, listener }) => [keyOf(owner, listener), listener.scheme]),
  );
  return spaces.flatMap(({ space, mark }) =>
    mark.map((handover) => ({ space: hostsText(space, handover, schemes), ...handover })),
  );
}

function keyOf({ name }: Owner, { port }: Pick<Listener, 'port'>): string {
  return `${port} ${name}`;
}

/** For example `https://shop.example.com/*`; without a path for schemes that have none. */
function hostsText(
  { pattern, but }: Space,
  { from, to }: RouteChange,
  schemes: ReadonlyMap<string, string>,
): string {
  const port = portOfPattern(pattern);
  const name = to ?? from ?? '';
  const scheme = schemes.get(keyOf({ name }, { port })) ?? 'tls';
  const url = listenerUrl({ scheme, host: hostOfPattern(pattern), port });
  const isHttp = scheme === 'http' || scheme === 'https';
  return withoutText(isHttp ? `${url}/*` : url, but.map(hostOfPattern));
}
