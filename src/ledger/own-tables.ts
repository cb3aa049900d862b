/**
 * Tables of a ledger that are changed in place. A copy for each change would take time in proportion to the ledger, and
 * a run that creates all of it the square of that. A table is owned from its copy until it is shared; all others are
 * copied by each change, so that a ledger that was handed out never changes.
 */
import type { LedgerState } from '../model/ledger.ts';

type Table<Key extends string, Item> = Readonly<Record<Key, Item>>;

const owned = new WeakSet<object>();

/** The ledger with tables of its own: use only the result of each change, never the ledger before it. */
export function ownTables(state: LedgerState): LedgerState {
  const { resources, orphans, unknown, unsettled, late } = state;
  const tables = [resources, orphans, unknown, unsettled, late];
  if (tables.every((table) => table === undefined || owned.has(table))) return state;
  return {
    ...state,
    resources: owning(resources),
    orphans: owning(orphans),
    ...(unknown === undefined ? {} : { unknown: owning(unknown) }),
    ...(unsettled === undefined ? {} : { unsettled: owning(unsettled) }),
    ...(late === undefined ? {} : { late: owning(late) }),
  };
}

/** The same ledger, which no change touches any more. */
export function shareTables(state: LedgerState): LedgerState {
  for (const table of [state.resources, state.orphans, state.unknown, state.unsettled, state.late])
    if (table !== undefined) owned.delete(table);
  return state;
}

export function withItem<Key extends string, Item>(
  table: Table<Key, Item>,
  key: Key,
  item: Item,
): Table<Key, Item> {
  if (!owned.has(table)) return { ...table, [key]: item };
  (table as Record<Key, Item>)[key] = item;
  return table;
}

export function withoutItem<Key extends string, Item>(table: Table<Key, Item>, key: Key): Table<Key, Item> {
  if (!owned.has(table)) {
    const { [key]: _gone, ...rest } = table;
    return rest as Table<Key, Item>;
  }
  Reflect.deleteProperty(table, key);
  return table;
}

function owning<Key extends string, Item>(table: Table<Key, Item>): Table<Key, Item> {
  if (owned.has(table)) return table;
  const copy = { ...table };
  owned.add(copy);
  return copy;
}
