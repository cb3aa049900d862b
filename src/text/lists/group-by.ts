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
