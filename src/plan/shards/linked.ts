/** Items that belong together, also with those of all other links with one of these keys. No key is an item. */
export interface Link<Item extends string> {
  readonly items: readonly [Item, ...Item[]];
  readonly keys: readonly string[];
}

/** The groups that links form, of several items each: sorted, each and by their first item. */
export function linked<Item extends string>(links: Iterable<Link<Item>>): readonly (readonly Item[])[] {
  const parents = new Map<string, string>();
  const rootOf = (name: string): string => {
    let root = name;
    for (let above = parents.get(root); above !== undefined; above = parents.get(root)) root = above;
    // Shortens the way for the next search.
    for (let each = name; each !== root;) {
      const above = parents.get(each) ?? root;
      parents.set(each, root);
      each = above;
    }
    return root;
  };
  const all = new Set<Item>();
  for (const { items, keys } of links) {
    for (const item of items) all.add(item);
    for (const other of [...items.slice(1), ...keys]) {
      const [one, two] = [rootOf(items[0]), rootOf(other)];
      if (one !== two) parents.set(one, two);
    }
  }
  const groups = new Map<string, Item[]>();
  for (const item of [...all].sort()) {
    const root = rootOf(item);
    const known = groups.get(root);
    if (known === undefined) groups.set(root, [item]);
    else known.push(item);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}
