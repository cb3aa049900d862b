import type { LedgerState } from '../../model/ledger.ts';
import type { Address } from '../../model/workspace.ts';

type Tables = Pick<LedgerState, 'resources' | 'orphans'>;

const made = new WeakMap<Tables, ReadonlyMap<string, Address>>();

/** The address of the object in the ledger with this id, declared or not. */
export function addressOfId(ledger: Tables, id: string): Address | undefined {
  return addressesById(ledger).get(id);
}

/** The address of each id in a ledger, which must not change; a resource precedes an orphan. */
export function addressesById(ledger: Tables): ReadonlyMap<string, Address> {
  const known = made.get(ledger) ?? indexOf(ledger);
  made.set(ledger, known);
  return known;
}

function indexOf({ resources, orphans }: Tables): ReadonlyMap<string, Address> {
  const index = new Map<string, Address>();
  for (const table of [resources, orphans]) {
    // With so many keys, `Object.entries` takes three times as long.
    for (const address of Object.keys(table) as Address[]) {
      const id = table[address]?.id;
      if (id !== undefined && !index.has(id)) index.set(id, address);
    }
  }
  return index;
}
