import { settlingSeconds } from '../../derive/forms/settling.ts';
import type { LedgerEntry } from '../../model/ledger.ts';
import type { Address } from '../../model/workspace.ts';
import type { Planning } from '../input.ts';

type Written = Pick<LedgerEntry, 'id' | 'kind' | 'observed_at'>;

/** Whether a 404 may be temporary because the object was written a moment ago; adds a note if so. */
export function noteSettling({ found, now }: Planning, address: Address, entry: Written): boolean {
  if (settlingSeconds(entry, now) === 0) return false;
  found.push({
    topic: 'settling',
    address,
    fact: { code: 'settling', id: entry.id },
  });
  return true;
}
