/**
 * An update or delete whose response was lost may still arrive for a while. If its object is as declared, nothing is
 * sent to it, so nothing waits for that time to be over; but if the request can still change it, the plan is not empty.
 */
import { settlingEnd } from '../../derive/forms/settling.ts';
import { isAsSent, writesOf } from '../compare/lost-writes.ts';
import { comparerOf } from '../compare/secret-comparer.ts';
import type { Obstacle, ObstacleFinder } from './obstacle.ts';

export const unsettledWrite: ObstacleFinder = ({ planning, pairs }) => {
  const writes = Object.values(planning.ledger.unsettled ?? {});
  if (writes.length === 0) return undefined;
  const found = new Map(
    pairs.flatMap((pair) => {
      if (pair.type !== 'managed' || pair.live === 'missing') return [];
      const { desired, entry, live } = pair;
      const comparer = comparerOf(planning, entry);
      const last = writesOf(writes, entry.id).findLast((write) => !isAsSent(write, live, comparer));
      if (last === undefined) return [];
      const { action: request, since } = last;
      const until = settlingEnd(since);
      const obstacle: Obstacle = {
        reason: { code: 'may-arrive', request, since, until },
        unknown: { address: desired.address, since },
        remedies: [{ code: 'plan-later', until }],
      };
      return [[desired.address, obstacle] as const];
    }),
  );
  return ({ action, address }) => (action === 'keep' ? found.get(address) : undefined);
};
