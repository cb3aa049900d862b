/** The first name that is not taken, of those for 1, 2 and so on. */
export function firstFree(nameAt: (count: number) => string, isTaken: (name: string) => boolean): string {
  for (let count = 1; ; count++) if (!isTaken(nameAt(count))) return nameAt(count);
}

/** Returns a function that drops the entries added to a map after this call; the map must only grow until then. */
export function markOf<Item>(
  map: Map<string, Item>,
  dropped?: (name: string, item: Item) => void,
): () => void {
  const { size } = map;
  return () => {
    for (const [name, item] of [...map].slice(size)) {
      map.delete(name);
      dropped?.(name, item);
    }
  };
}
