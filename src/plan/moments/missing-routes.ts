import { identityKeys } from '../../derive/forms/identity.ts';
import type { Holder } from '../../domain/holder.ts';
import { liveHolders } from '../../domain/live-holders.ts';
import { asWritten } from '../compare/as-written.ts';
import type { Planning } from '../input.ts';

/**
 * The routes of the ledger that answer 404, as the service last showed them. The API cannot list routes, so
 * one that was deleted and made again has an id that nothing tells, and may serve its URLs as before. Left out: a route
 * whose match another one has by now, as an edge takes each match once.
 */
export function missingRoutes({ ledger, live }: Pick<Planning, 'ledger' | 'live'>): readonly Holder[] {
  const missing = [
    ...[...live.known].map(([address, found]) => ({ address, found, entry: ledger.resources[address] })),
    ...[...live.orphans].map(([address, found]) => ({ address, found, entry: ledger.orphans[address] })),
  ].flatMap(({ address, found, entry }): readonly Holder[] => {
    if (found !== 'missing' || entry?.edge_id === undefined) return [];
    const spec = asWritten(entry.observed, entry.applied);
    return [{ address, kind: entry.kind, spec: { ...spec, edge_id: entry.edge_id } }];
  });
  if (missing.length === 0) return missing;
  const taken = new Set(liveHolders(live).flatMap(({ kind, spec }) => identityKeys(kind, spec)));
  return missing.filter(({ kind, spec }) => !identityKeys(kind, spec).some((key) => taken.has(key)));
}
