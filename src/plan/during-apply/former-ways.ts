import { specOfEntry } from '../../derive/forms/kept-spec.ts';
import type { GuardedWay } from '../../model/ledger/ledger.ts';
import type { TrafficServer } from '../../routing/traffic-server.ts';
import { upstreamsOf } from '../../routing/upstreams.ts';
import type { Planning } from '../input.ts';

/**
 * By upstream, the way that led there last: as the ledger remembers it, or an object that was deleted outside. It
 * counts where no live object leads there.
 */
export function formerWays({
  ledger,
  live,
}: Pick<Planning, 'ledger' | 'live'>): ReadonlyMap<string, TrafficServer> {
  const ways = new Map(
    Object.entries(ledger.guarded ?? {}).map(([upstream, way]) => [upstream, serverOf(way)]),
  );
  for (const [address, found] of live.known) {
    const entry = ledger.resources[address];
    if (found !== 'missing' || entry === undefined) continue;
    const server = serverOf({ ...entry, address });
    for (const upstream of upstreamsOf(server.spec)) ways.set(upstream, server);
  }
  return ways;
}

function serverOf({ address, kind, ...kept }: GuardedWay): TrafficServer {
  return { address, kind, spec: specOfEntry(kept) };
}
