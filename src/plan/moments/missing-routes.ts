import { identityKeys } from '../../derive/forms/identity.ts';
import type { Holder } from '../../routing/holder.ts';
import { liveHolders } from '../../routing/live-holders.ts';
import { asWritten } from '../compare/as-written.ts';
import type { Desired } from '../../model/desired.ts';
import type { UnknownCreate } from '../../model/ledger.ts';
import type { Spec } from '../../model/value.ts';
import type { Address } from '../../model/workspace.ts';
import { itemsBy } from '../../text/items-by.ts';
import type { Planning } from '../input.ts';

/** A route that may be live although nothing shows it. */
export interface MissingRoute {
  readonly holder: Holder;
  /** `missing`: it answers 404, and may have been made again outside. `unanswered`: its create got no response. */
  readonly why: 'missing' | 'unanswered';
}

/**
 * The routes that may be live although nothing shows them, since the API cannot list routes: those of the ledger that
 * answer 404, as the service last showed them, and those whose create got no response, as they are declared. Left out:
 * a route whose match another one has by now, as an edge takes each match once.
 */
export function missingRoutes({
  ledger,
  live,
  desired,
}: Pick<Planning, 'ledger' | 'live' | 'desired'>): readonly MissingRoute[] {
  const gone = [
    ...[...live.known].map(([address, found]) => ({ address, found, entry: ledger.resources[address] })),
    ...[...live.orphans].map(([address, found]) => ({ address, found, entry: ledger.orphans[address] })),
  ].flatMap(({ address, found, entry }): readonly MissingRoute[] => {
    if (found !== 'missing' || entry?.edge_id === undefined) return [];
    const spec = { ...asWritten(entry.observed, entry.applied), edge_id: entry.edge_id };
    return [{ holder: { address, kind: entry.kind, spec }, why: 'missing' }];
  });
  const creates = Object.entries(ledger.unknown ?? {}) as [Address, UnknownCreate][];
  const unanswered = creates.flatMap(([address, create]): readonly MissingRoute[] => {
    if (create.edge_id === undefined) return [];
    const declared = byAddress(desired, address)[0]?.spec;
    const spec = { ...declared, ...(create.identity as Spec), edge_id: create.edge_id };
    return [{ holder: { address, kind: create.kind, spec }, why: 'unanswered' }];
  });
  const all = [...gone, ...unanswered];
  if (all.length === 0) return all;
  const taken = new Set(liveHolders(live).flatMap(({ kind, spec }) => identityKeys(kind, spec)));
  return all.filter(({ holder: { kind, spec } }) => !identityKeys(kind, spec).some((key) => taken.has(key)));
}

const byAddress = itemsBy<Desired>(({ address }) => [address]);
