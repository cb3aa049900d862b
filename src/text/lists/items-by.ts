import { rememberEach } from '../remember-last.ts';
import type { Live } from '../../model/live.ts';
import { addTo } from './group-by.ts';
import { byText } from './compare-texts.ts';

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

/** Live objects in the order of their ids, so that what names several of them is the same for any order of a list. */
export function sortedById(objects: Iterable<Live>): readonly Live[] {
  return [...objects].sort(byText(({ id }) => id));
}
