import type { TrafficShift } from '../../model/traffic/traffic-shift.ts';
import { prefixPartition, winnersOf } from '../../routing/prefix-partition.ts';
import type { HostClaim } from '../../routing/contests/host-claims.ts';
import { handovers, type Handover } from './handover.ts';
import type { Owner } from '../../routing/holder.ts';
import { urlOf, type Listener } from '../../derive/forms/endpoint-url.ts';
import { hostOfPattern, portOfPattern } from '../../routing/listener.ts';
import { ownersOf } from './route-shifts.ts';
import { withoutText } from './space-text.ts';
import { spacesOf, type Space } from './spaces.ts';

/** Routing changes of hosts. */
export function hostShifts(
  before: readonly HostClaim[],
  after: readonly HostClaim[],
): readonly TrafficShift[] {
  const cells = prefixPartition([...before, ...after]);
  const [was, is] = [winnersOf(cells, before), winnersOf(cells, after)];
  const spaces = spacesOf(cells, (cell) => {
    const mark = handovers(ownersOf(was[cell]), ownersOf(is[cell]));
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
  { from, to }: Handover,
  schemes: ReadonlyMap<string, string>,
): string {
  const port = portOfPattern(pattern);
  const name = to ?? from ?? '';
  const scheme = schemes.get(keyOf({ name }, { port })) ?? 'tls';
  const url = urlOf({ scheme, host: hostOfPattern(pattern), port });
  const isHttp = scheme === 'http' || scheme === 'https';
  return withoutText(isHttp ? `${url}/*` : url, but.map(hostOfPattern));
}
