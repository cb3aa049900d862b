import type { TrafficShift } from '../model/plan.ts';
import { cellsOf, winnersOf, type Claim } from './cells.ts';
import type { Edges } from './edges.ts';
import { handovers, type Handover, type Owner } from './handover.ts';
import type { Holder } from './holder.ts';
import { hostOfPattern, hostPattern, listenersOf, listenerUrl, type Listener } from './listener.ts';
import { ownersOf } from './route-shifts.ts';
import { withoutText } from './space-text.ts';
import { spacesOf, type Space } from './spaces.ts';

/** A claim on hosts at a port. */
export interface HostClaim extends Claim<Owner> {
  readonly listener: Listener;
  /** The id of an HTTPS edge. */
  readonly edge?: string;
}

/** Those of endpoints and TLS edges, and those of HTTPS edges, which no plan changes. */
export function hostClaims(holders: readonly Holder[], edges: Edges): readonly HostClaim[] {
  const own = holders.flatMap((holder) =>
    listenersOf(holder).map((listener) => claimOf(listener, { name: holder.address, holder })),
  );
  const ofEdges = [...edges.listeners].flatMap(([id, listeners]) =>
    listeners.map((listener) => ({ ...claimOf(listener, { name: edges.nameOf(id) }), edge: id })),
  );
  return [...own, ...ofEdges];
}

function claimOf(listener: Listener, owner: Owner): HostClaim {
  const pattern = hostPattern(listener);
  return { ...pattern, rank: pattern.text.length, owner, listener };
}

/** The hosts that change hands. */
export function hostShifts(
  before: readonly HostClaim[],
  after: readonly HostClaim[],
): readonly TrafficShift[] {
  const cells = cellsOf([...before, ...after]);
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

/** `https://shop.example.com/*`; without a path where the scheme has none. */
function hostsText(
  { pattern, but }: Space,
  { from, to }: Handover,
  schemes: ReadonlyMap<string, string>,
): string {
  const port = Number(pattern.text.slice(0, pattern.text.indexOf(' ')));
  const name = to ?? from ?? '';
  const scheme = schemes.get(keyOf({ name }, { port })) ?? 'tls';
  const url = listenerUrl({ scheme, host: hostOfPattern(pattern), port });
  const isHttp = scheme === 'http' || scheme === 'https';
  return withoutText(isHttp ? `${url}/*` : url, but.map(hostOfPattern));
}
