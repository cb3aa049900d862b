import { isIdentical } from '../../derive/compare/is-identical.ts';
import { isSwitchedOff } from '../../derive/module-state.ts';
import type { Desired } from '../../model/desired.ts';
import type { LedgerEntry, LedgerState } from '../../model/ledger/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Address } from '../../model/workspace/address.ts';
import type { ObjectSides } from './field-sides.ts';
import { hasAll, holdsLedgerSecret } from './same-as-ledger.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

const asAnswered = new WeakMap<LedgerEntry, { readonly desired: Desired; readonly answer: boolean }>();

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
    if (isAsAnswered(resource, entry) && !holdsLedgerSecret(entry.observed))
      assumed.set(address, liveOf(resource, entry));
  }
  return assumed;
}

/** Without a secret, what the ledger keeps is the write form itself. */
function liveOf({ kind }: Desired, { id, edge_id, observed }: LedgerEntry): Live {
  return {
    kind,
    id,
    ...withoutUndefined({ edge_id }),
    spec: observed,
    isManageable: true,
    isAssumed: true,
  };
}

/** Whether nothing changed since our last write and no secret needs a comparison: the fast path. */
export function isUntouched({ desired, live, entry }: ObjectSides): boolean {
  return isIdentical(live, entry.observed) && isAsAnswered(desired, entry);
}

/** Whether a module is disabled live while its declaration, which defaults to enabled, does not ask for that. */
function isSwitchedOffUnasked({ spec }: Desired, observed: LedgerEntry['observed']): boolean {
  for (const name in spec) {
    if (isSwitchedOff(observed[name]) && !isSwitchedOff(spec[name])) return true;
  }
  return false;
}

/**
 * Whether our last write sent the present declaration, and its response had all of it. This is most of the fast path
 * and needs no live data: a plan computes it for each resource while it waits for the API.
 */
export function isAsAnswered(desired: Desired, entry: LedgerEntry): boolean {
  const known = asAnswered.get(entry);
  if (known?.desired === desired) return known.answer;
  const { applied, observed } = entry;
  const answer =
    applied !== undefined &&
    entry.unkept === undefined &&
    isIdentical(desired.spec, applied) &&
    hasAll(observed, desired.spec) &&
    !isSwitchedOffUnasked(desired, observed);
  asAnswered.set(entry, { desired, answer });
  return answer;
}
