import type { TrafficServer } from '../holder.ts';
import type { UrlSpace, ServerCandidate } from './contests.ts';

/** A space of URLs that an object takes, all or a share of it, from others. */
export interface Takeover {
  readonly space: string;
  /** The turn of the object. */
  readonly turn: number;
  readonly from: readonly TrafficServer[];
}

/** The spaces that turns take from objects that others own. */
export function* takeoversOf(
  contests: Iterable<UrlSpace>,
  isForeign: (holder: TrafficServer) => boolean,
): Iterable<Takeover> {
  for (const { rivals, space } of contests) {
    const before = best(rivals, 'before');
    const from = before.flatMap(({ holder }) => (holder !== undefined && isForeign(holder) ? [holder] : []));
    if (from.length === 0) continue;
    const owned = new Set(before.map(({ holder }) => holder?.address));
    for (const { holder, turn, when } of best(rivals, 'after')) {
      if (holder === undefined || turn === undefined || when !== 'after' || owned.has(holder.address))
        continue;
      yield { space: space(), turn, from };
    }
  }
}

/** The first rivals that are present then: they have the space, whether or not they answer. */
function best(rivals: readonly ServerCandidate[], side: 'before' | 'after'): readonly ServerCandidate[] {
  const present = rivals.filter(({ when }) => when === 'always' || when === side);
  return present.filter(({ rank }) => rank === present[0]?.rank);
}
