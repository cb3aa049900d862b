/** The objects that the ledger and `adopt:` name, found by address or id. */
import { itemsBy } from '../../text/items-by.ts';
import type { LedgerState } from '../../model/ledger.ts';
import type { Address, Adoption } from '../../model/workspace.ts';

interface Adopting {
  readonly adopt: readonly Adoption[];
}

const byAddress = itemsBy<Adoption>(({ address }) => [address]);

export const adoptionsOfId = itemsBy<Adoption>(({ id }) => [id]);

export function adoptionOf({ adopt }: Adopting, address: Address): Adoption | undefined {
  return byAddress(adopt, address)[0];
}

const addresses = new WeakMap<LedgerState, ReadonlyMap<string, Address>>();

/** The address of the object in the ledger with this id, declared or not. */
export function addressOfId(ledger: LedgerState, id: string): Address | undefined {
  const known = addresses.get(ledger) ?? addressesIn(ledger);
  addresses.set(ledger, known);
  return known.get(id);
}

function addressesIn({ resources, orphans }: LedgerState): ReadonlyMap<string, Address> {
  const made = new Map<string, Address>();
  // The first one counts: a resource before an orphan.
  for (const table of [resources, orphans]) {
    for (const address of Object.keys(table) as Address[]) {
      const id = table[address]?.id;
      if (id !== undefined && !made.has(id)) made.set(id, address);
    }
  }
  return made;
}
