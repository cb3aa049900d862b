import { listenerUrl, type Listener } from '../../derive/forms/listener-url.ts';
import type { LiveState } from '../../model/live.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { Step } from '../../model/plan/step.ts';
import type { TrafficShift } from '../../model/traffic/traffic-shift.ts';
import type { NamedId } from '../../model/workspace/environment.ts';
import { type HostClaim, hostClaims } from '../url-spaces/host-claims.ts';
import { linesOf } from '../url-spaces/candidate-lines.ts';
import { edgesOf, type Edges } from '../edges.ts';
import { renamedServers, type TrafficServer } from '../traffic-server.ts';
import { hostOfPattern, portOfPattern } from '../host-pattern.ts';
import {
  type Owner,
  urlOwner,
  type RouteChange,
  routeShifts,
  shiftsIn,
  type Space,
  withoutText,
} from './shifts/route-shifts.ts';
import { routesOf } from '../url-spaces/edge-routes.ts';
import type { ObjectChange } from '../url-spaces/routing-state.ts';

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
  const [serversBefore, serversAfter] = [new Set(before), new Set(after)];
  const changes = [
    ...before.flatMap((server) => (serversAfter.has(server) ? [] : [{ before: server }])),
    ...after.flatMap((server) => (serversBefore.has(server) ? [] : [{ after: server }])),
  ];
  const state = { still: before.filter((server) => serversAfter.has(server)), changes, edges };
  const routes = routesOf(state);
  return [
    ...(changes.some(isAboutHosts) ? hostShifts(hostClaims(state, routes), edges) : []),
    ...[...routes.values()].flatMap((route) => (route.isTouched ? routeShifts(route, edges) : [])),
  ];
}

function isAboutHosts({ before, after }: ObjectChange): boolean {
  return (after ?? before)?.kind !== 'https-route';
}

function hostShifts(claims: readonly HostClaim[], edges: Edges): readonly TrafficShift[] {
  const schemes = new Map(
    claims.map(({ owner }) => [ownerKey(urlOwner(owner, edges), owner.listener), owner.listener.scheme]),
  );
  return shiftsIn(linesOf(claims), edges).flatMap(({ space, mark }) =>
    mark.map((handover) => ({ space: hostsText(space, handover, schemes), ...handover })),
  );
}

function ownerKey({ name }: Pick<Owner, 'name'>, { port }: Pick<Listener, 'port'>): string {
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
  const scheme = schemes.get(ownerKey({ name }, { port })) ?? 'tls';
  const url = listenerUrl({ scheme, host: hostOfPattern(pattern), port });
  const isHttp = scheme === 'http' || scheme === 'https';
  return withoutText(isHttp ? `${url}/*` : url, but.map(hostOfPattern));
}
