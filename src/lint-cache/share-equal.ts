/** Returns the first of all equal values, so that memory holds each once. For plain data that is never changed. */
export function shareEqual<Item>(): (item: Item) => Item {
  const known = new Map<string, Item>();
  return (item) => {
    const key = JSON.stringify(item);
    const first = known.get(key);
    if (first !== undefined) return first;
    known.set(key, item);
    return item;
  };
}
