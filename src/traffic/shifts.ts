/**
 * The URLs that something else serves after a plan than before, computed and not sampled: hosts by endpoints and TLS
 * edges, paths by the routes of each edge. Which of several routes wins is our model, as `selector.ts` says.
 */
import type { TrafficShift } from '../model/plan.ts';
import type { Edges } from './edges.ts';
import { hostClaims, hostShifts } from './host-shifts.ts';
import { doesAnswer, protectionOf, type Holder } from './holder.ts';
import { pathClaims, routeShifts, type PathClaim } from './route-shifts.ts';

interface Sides {
  readonly before: readonly Holder[];
  readonly after: readonly Holder[];
  readonly edges: Edges;
}

export function trafficShifts({ before, after, edges }: Sides): readonly TrafficShift[] {
  const [was, is] = [pathClaims(before), pathClaims(after)];
  const byEdge = { before: groupsOf(was), after: groupsOf(is) };
  const changed = changedEdges(byEdge);
  const hosts = { before: hostClaims(before, edges), after: hostClaims(after, edges) };
  return [
    ...hostShifts(hosts.before, hosts.after),
    ...changed.flatMap((edge) =>
      routeShifts(
        edge,
        { before: byEdge.before.get(edge) ?? [], after: byEdge.after.get(edge) ?? [] },
        edges,
      ),
    ),
  ];
}

function groupsOf(claims: readonly PathClaim[]): ReadonlyMap<string, readonly PathClaim[]> {
  const groups = new Map<string, PathClaim[]>();
  for (const claim of claims) {
    const group = groups.get(claim.edge);
    if (group === undefined) groups.set(claim.edge, [claim]);
    else group.push(claim);
  }
  return groups;
}

type Grouped = ReadonlyMap<string, readonly PathClaim[]>;

/** Most plans change the routes of few edges: the others need not be cut into cells. */
function changedEdges({
  before,
  after,
}: {
  readonly before: Grouped;
  readonly after: Grouped;
}): readonly string[] {
  const textOf = (claims: readonly PathClaim[] = []): string => claims.map(claimText).sort().join('\n');
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .filter((edge) => textOf(before.get(edge)) !== textOf(after.get(edge)));
}

function claimText({ form, text, host, owner: { name, holder } }: PathClaim): string {
  const facts = holder === undefined ? [] : [doesAnswer(holder), protectionOf(holder)];
  return JSON.stringify([form, text, host, name, facts]);
}
