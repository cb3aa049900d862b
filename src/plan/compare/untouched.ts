import { isIdentical } from '../../derive/compare/identical.ts';
import type { Desired } from '../../model/desired.ts';
import type { LedgerEntry } from '../../model/ledger.ts';
import type { ObjectSides } from './field-sides.ts';
import { hasAll } from './same-as-kept.ts';

/** True when no one has changed anything since our last write, and there is no secret to look at: the short way. */
export function isUntouched({ desired, live, entry }: ObjectSides): boolean {
  return isIdentical(live, entry.observed) && isAsAnswered(desired, entry);
}

/** A module that does not say otherwise is enabled, whatever was answered. */
function isSwitchedOffUnasked({ spec }: Desired, observed: LedgerEntry['observed']): boolean {
  for (const name in spec) {
    const seen = observed[name];
    if (typeof seen !== 'object' || seen === null || !('enabled' in seen) || seen['enabled'] !== false)
      continue;
    if ((spec[name] as { readonly enabled?: unknown }).enabled !== false) return true;
  }
  return false;
}

const asAnswered = new WeakMap<LedgerEntry, { readonly desired: Desired; readonly answer: boolean }>();

/**
 * Whether our last write was what is declared now, and its answer had all of it. The larger part of the short way,
 * and nothing live is in it: a plan asks it of every resource while it waits for the API.
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
