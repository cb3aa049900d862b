import { rememberEach } from './remember-last.ts';

/**
 * Finds items of an array by a key. The index is made once for each array, which must not change: a search for each of
 * many keys would take time in proportion to the square of their number.
 */
export function itemsBy<Item>(
  keysOf: (item: Item) => readonly string[],
): (items: readonly Item[], key: string) => readonly Item[] {
  const index = rememberEach((items: readonly Item[]) => indexOf(items, keysOf));
  return (items, key) => index(items).get(key) ?? [];
}

function indexOf<Item>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly string[],
): ReadonlyMap<string, readonly Item[]> {
  const index = new Map<string, Item[]>();
  for (const item of items) {
    for (const key of new Set(keysOf(item))) {
      const known = index.get(key);
      if (known === undefined) index.set(key, [item]);
      else known.push(item);
    }
  }
  return index;
}

/** The items in groups, in order of the first of each. */
export function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
}

/** The order of UTF-16 units, the same on every machine. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
