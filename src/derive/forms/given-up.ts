import type { LedgerEntry } from '../../model/ledger/ledger.ts';
import type { Value } from '../../model/value.ts';
import { hashOf } from '../../text/hash.ts';
import { maskedValue } from './masked.ts';

/** How many times a value is sent to a service that does not keep it. */
export const mostTries = 3;

/** The hash of the value sent for a top-level field; undefined means that it is removed. */
export function sentHash(declared: Value | undefined): string {
  return hashOf(declared === undefined ? 'taken out' : maskedValue(declared));
}

/** Whether the same value was sent so many times without being kept that it is not sent again. */
export function isGivenUp({ unkept }: LedgerEntry, name: string, declared: Value | undefined): boolean {
  const known = unkept?.[name];
  return known !== undefined && known.times >= mostTries && known.sent === sentHash(declared);
}
