import type { LedgerEntry, LedgerState } from '../../model/ledger.ts';
import type { Address } from '../../model/workspace.ts';
import type { RollbackObject } from './rollback.ts';

/** An object of a run, and its current entry in the ledger. */
export interface FoundObject {
  readonly place: 'resources' | 'orphans';
  readonly address: Address;
  readonly entry: LedgerEntry;
}

/** Undefined if the ledger does not have the object. */
export type Finder = (object: RollbackObject) => FoundObject | undefined;

export function finderOf({ resources, orphans }: LedgerState): Finder {
  const found = new Map<string, FoundObject>();
  for (const [place, entries] of [
    ['orphans', orphans],
    ['resources', resources],
  ] as const)
    for (const [address, entry] of Object.entries(entries) as [Address, LedgerEntry][]) {
      found.set(`id ${entry.kind} ${entry.id}`, { place, address, entry });
      found.set(`uid ${entry.uid}`, { place, address, entry });
    }
  return ({ address, id, uid, entry, orphan }) => {
    const known = id ?? (uid === undefined ? (entry ?? orphan)?.id : undefined);
    if (known !== undefined) return found.get(`id ${address.slice(0, address.indexOf('/'))} ${known}`);
    return uid === undefined ? undefined : found.get(`uid ${uid}`);
  };
}
