import type { Value } from '../../../model/value.ts';

export interface Item {
  readonly text: string;
  readonly index: number;
}

/** The strings of a list, with their indexes; empty if the value is not a list. */
export function textItems(value: Value | undefined): readonly Item[] {
  if (!Array.isArray(value)) return [];
  const items: Item[] = [];
  for (let index = 0; index < value.length; index++) {
    const text = (value as readonly Value[])[index];
    if (typeof text === 'string') items.push({ text, index });
  }
  return items;
}

/** The items whose key equals that of an earlier item, each with that earlier item. */
export function repeated<T>(
  items: Iterable<T>,
  keyOf: (item: T) => string,
): readonly { readonly item: T; readonly first: T }[] {
  const firsts = new Map<string, T>();
  const found: { item: T; first: T }[] = [];
  for (const item of items) {
    const key = keyOf(item);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, item);
    else found.push({ item, first });
  }
  return found;
}
