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
  const keys = keysById.get(table);
  if (keys !== undefined) {
    removeKey(keys, key, table[key]);
    addKey(keys, key, item);
  }
  (table as Record<Key, Item>)[key] = item;
  return table;
}

export function withoutItem<Key extends string, Item>(table: Table<Key, Item>, key: Key): Table<Key, Item> {
  if (!owned.has(table)) {
    const { [key]: _gone, ...rest } = table;
    return rest as Table<Key, Item>;
  }
  const keys = keysById.get(table);
  if (keys !== undefined) removeKey(keys, key, table[key]);
  Reflect.deleteProperty(table, key);
  return table;
}

type Keys<Key extends string> = Map<unknown, Set<Key>>;

/** The keys of a table by the id of the item; they change with it. */
const keysById = new WeakMap<object, Keys<string>>();

/** The keys of the items with an id. */
export function keysWithId<Key extends string>(
  table: Table<Key, { readonly id: string }> | undefined,
  id: string | undefined,
): readonly Key[] {
  if (table === undefined || id === undefined) return [];
  return [...(keysOf(table).get(id) ?? [])];
}

/** Not by its first key: V8 collects all keys before it gives one. */
export function hasNoItems(table: Table<string, unknown>): boolean {
  return keysOf(table).size === 0;
}

function keysOf<Key extends string>(table: Table<Key, unknown>): Keys<Key> {
  const known = keysById.get(table);
  if (known !== undefined) return known as Keys<Key>;
  const keys: Keys<Key> = new Map();
  for (const key in table) addKey(keys, key, table[key]);
  keysById.set(table, keys);
  return keys;
}

function addKey<Key extends string>(keys: Keys<Key>, key: Key, item: unknown): void {
  const id = idOf(item);
  const known = keys.get(id);
  if (known === undefined) keys.set(id, new Set([key]));
  else known.add(key);
}

function removeKey(keys: Keys<string>, key: string, item: unknown): void {
  const id = idOf(item);
  const known = keys.get(id);
  known?.delete(key);
  if (known?.size === 0) keys.delete(id);
}

function idOf(item: unknown): unknown {
  return (item as { readonly id?: unknown } | undefined)?.id;
}

function owning<Key extends string, Item>(table: Table<Key, Item>): Table<Key, Item> {
  if (owned.has(table)) return table;
  const copy = { ...table };
  owned.add(copy);
  return copy;
}
