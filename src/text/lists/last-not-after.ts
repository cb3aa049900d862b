/** The index of the last item that starts at or before an offset, -1 for none; the items are sorted. */
export function lastNotAfter<Item>(
  items: readonly Item[],
  offset: number,
  startOf: (item: Item) => number,
): number {
  let low = -1;
  let high = items.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const item = items[middle];
    if (item !== undefined && startOf(item) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
