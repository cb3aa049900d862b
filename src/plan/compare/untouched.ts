import { isSwitchedOff } from '../../derive/module-state.ts';
import { isIdentical } from '../../derive/compare/identical.ts';
import type { Desired } from '../../model/desired.ts';
import type { LedgerEntry } from '../../model/ledger.ts';
import type { ObjectSides } from './field-sides.ts';
import { hasAll } from './same-as-kept.ts';

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

const asAnswered = new WeakMap<LedgerEntry, { readonly desired: Desired; readonly answer: boolean }>();

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
