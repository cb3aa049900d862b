import type { LedgerEntry } from '../../model/ledger.ts';
import type { Value } from '../../model/value.ts';
import { hashOf } from '../../text/hash.ts';
import { maskedValue } from './masked.ts';

/** How often the same is sent to a service that does not keep it. */
export const mostTries = 3;

/** What is sent for a top-level field, as a hash; undefined: it is taken out. */
export function sentHash(declared: Value | undefined): string {
  return hashOf(declared === undefined ? 'taken out' : maskedValue(declared));
}

/** Whether the same was sent so often, and not kept, that it is not sent again. */
export function isGivenUp({ unkept }: LedgerEntry, name: string, declared: Value | undefined): boolean {
  const known = unkept?.[name];
  return known !== undefined && known.times >= mostTries && known.sent === sentHash(declared);
}
