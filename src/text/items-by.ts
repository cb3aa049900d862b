import { rememberEach } from './remember-last.ts';
import type { Live } from '../model/live.ts';

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
  for (const item of items) for (const key of new Set(keysOf(item))) addTo(index, key, item);
  return index;
}

/** The items in groups, in order of the first of each. */
export function groupBy<Key, Item>(
  all: Iterable<Item>,
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of all) addTo(groups, keyOf(item), item);
  return groups;
}

/** Adds an item to the list that a map has at a key. */
export function addTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** The order of UTF-16 units of what a function reads of the items: for `sort`. */
export function byText<Item>(textOf: (item: Item) => string): (a: Item, b: Item) => number {
  return (a, b) => compareTexts(textOf(a), textOf(b));
}

/** The order of UTF-16 units, the same on every machine. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Live objects in the order of their ids, so that what names several of them is the same for any order of a list. */
export function sortedById(objects: Iterable<Live>): readonly Live[] {
  return [...objects].sort(byText(({ id }) => id));
}
