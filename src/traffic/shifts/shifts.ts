/**
 * The URLs served by a different object after a plan, computed exactly, not sampled: hosts by endpoints and TLS edges,
 * paths by the routes of each edge. The precedence of routes is assumed, as described in selector.ts.
 */
import type { TrafficShift } from '../../model/traffic/traffic-shift.ts';
import type { Edges } from '../../routing/edges.ts';
import { hostClaims } from '../../routing/contests/host-claims.ts';
import { hostShifts } from './host-shifts.ts';
import type { Holder } from '../../routing/holder.ts';
import { pathClaims, type PathClaim } from '../../routing/contests/path-claims.ts';
import { routeShifts } from './route-shifts.ts';

interface Sides {
  readonly before: readonly Holder[];
  readonly after: readonly Holder[];
  readonly edges: Edges;
}

/** Objects that are identical (`===`) on both sides are skipped: most plans change few of many. */
export function trafficShifts({ before, after, edges }: Sides): readonly TrafficShift[] {
  const changed = symmetricDifference(before, after);
  const touched = new Set(pathClaims(changed).map(({ edge }) => edge));
  const hosts = changed.some(({ kind }) => kind !== 'https-route')
    ? hostShifts(hostClaims(before, edges), hostClaims(after, edges))
    : [];
  if (touched.size === 0) return hosts;
  const [was, is] = [before, after].map((side) => groupsOf(pathClaims(side.filter(isAt(touched))))) as [
    Grouped,
    Grouped,
  ];
  return [
    ...hosts,
    ...[...touched]
      .sort()
      .flatMap((edge) =>
        routeShifts(edge, { before: was.get(edge) ?? [], after: is.get(edge) ?? [] }, edges),
      ),
  ];
}

type Grouped = ReadonlyMap<string, readonly PathClaim[]>;

function symmetricDifference(some: readonly Holder[], others: readonly Holder[]): readonly Holder[] {
  const [ofSome, ofOthers] = [new Set(some), new Set(others)];
  return [...some.filter((one) => !ofOthers.has(one)), ...others.filter((one) => !ofSome.has(one))];
}

function isAt(edges: ReadonlySet<string>): (holder: Holder) => boolean {
  return ({ spec: { edge_id: edge } }) => typeof edge === 'string' && edges.has(edge);
}

function groupsOf(claims: readonly PathClaim[]): Grouped {
  const groups = new Map<string, PathClaim[]>();
  for (const claim of claims) {
    const group = groups.get(claim.edge);
    if (group === undefined) groups.set(claim.edge, [claim]);
    else group.push(claim);
  }
  return groups;
}
