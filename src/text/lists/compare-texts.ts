/** The order of UTF-16 units of what a function reads of the items: for `sort`. */
export function byText<Item>(textOf: (item: Item) => string): (a: Item, b: Item) => number {
  return (a, b) => compareTexts(textOf(a), textOf(b));
}

/** The order of UTF-16 units, the same on every machine. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
