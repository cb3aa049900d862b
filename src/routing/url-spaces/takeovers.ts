import type { TrafficServer } from '../traffic-server.ts';
import { firstIn, type UrlSpace } from './url-space.ts';

/** A space of URLs that an object takes, all or a share of it, from others. */
export interface Takeover {
  readonly space: string;
  /** The change of the object. */
  readonly change: number;
  readonly from: readonly TrafficServer[];
}

/** The spaces that changes take from objects that others own. */
export function* takeoversOf(
  spaces: Iterable<UrlSpace>,
  isForeign: (server: TrafficServer) => boolean,
): Iterable<Takeover> {
  for (const { candidates, space } of spaces) {
    const before = firstIn(candidates, 'before');
    const from = before.flatMap(({ server }) => (server !== undefined && isForeign(server) ? [server] : []));
    if (from.length === 0) continue;
    const owned = new Set(before.map(({ server }) => server?.address));
    for (const { server, change, when } of firstIn(candidates, 'after')) {
      if (server === undefined || change === undefined || when !== 'after' || owned.has(server.address))
        continue;
      yield { space: space(), change, from };
    }
  }
}
