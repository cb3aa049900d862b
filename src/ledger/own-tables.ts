/**
 * Tables of a ledger that are changed in place. A copy for each change would take time in proportion to the ledger, and
 * a run that creates all of it the square of that. A table is owned from its copy until it is shared; all others are
 * copied by each change, so that whoever holds a ledger never sees it change.
 */
import type { LedgerState } from '../model/ledger.ts';
import type { Address } from '../model/workspace.ts';

type Table<Item> = Readonly<Record<Address, Item>>;

const owned = new WeakSet<object>();

/** The ledger with tables of its own: use only the result of each change, never the ledger before it. */
export function ownTables(state: LedgerState): LedgerState {
  const { resources, orphans, unknown, unsettled } = state;
  return {
    ...state,
    resources: owning(resources),
    orphans: owning(orphans),
    ...(unknown === undefined ? {} : { unknown: owning(unknown) }),
    ...(unsettled === undefined ? {} : { unsettled: owning(unsettled) }),
  };
}

/** The same ledger, which no change touches any more. */
export function shareTables(state: LedgerState): LedgerState {
  for (const table of [state.resources, state.orphans, state.unknown, state.unsettled])
    if (table !== undefined) owned.delete(table);
  return state;
}

export function withItem<Item>(table: Table<Item>, address: Address, item: Item): Table<Item> {
  if (!owned.has(table)) return { ...table, [address]: item };
  (table as Record<Address, Item>)[address] = item;
  return table;
}

export function withoutItem<Item>(table: Table<Item>, address: Address): Table<Item> {
  if (!owned.has(table)) {
    const { [address]: _gone, ...rest } = table;
    return rest;
  }
  Reflect.deleteProperty(table, address);
  return table;
}

function owning<Item>(table: Table<Item>): Table<Item> {
  if (owned.has(table)) return table;
  const copy = { ...table };
  owned.add(copy);
  return copy;
}
