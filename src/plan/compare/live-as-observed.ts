import type { Desired } from '../../model/desired.ts';
import type { LedgerEntry, LedgerState } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Address } from '../../model/workspace.ts';
import { holdsKeptSecret } from './same-as-kept.ts';
import { isAsAnswered } from './untouched.ts';

/**
 * The objects of the ledger that a plan of a few addresses need not read, as they were last observed: those that are
 * declared as they were applied. The checks of the whole plan need what is live of the others, and the values of
 * secrets, which must be hidden wherever they appear.
 */
export function liveAsObserved(
  desired: readonly Desired[],
  { resources }: LedgerState,
  toRead: ReadonlySet<Address>,
): ReadonlyMap<Address, Live> {
  const assumed = new Map<Address, Live>();
  for (const resource of desired) {
    const { address } = resource;
    const entry = resources[address];
    if (entry === undefined || toRead.has(address)) continue;
    if (isAsAnswered(resource, entry) && !holdsKeptSecret(entry.observed))
      assumed.set(address, liveOf(resource, entry));
  }
  return assumed;
}

/** Without a secret, what the ledger keeps is the write form itself. */
function liveOf({ kind }: Desired, { id, edge_id, observed }: LedgerEntry): Live {
  return {
    kind,
    id,
    ...(edge_id === undefined ? {} : { edge_id }),
    spec: observed,
    isManageable: true,
    isAssumed: true,
  };
}
