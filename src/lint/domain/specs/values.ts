import { Secret } from '../../../model/secret.ts';
import type { Value } from '../../../model/value.ts';

/** An item of a list, with its index. */
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

/** The items by their lower-case text; of equal ones the first. */
export function firstOfEach(items: readonly Item[]): ReadonlyMap<string, Item> {
  const firsts = new Map<string, Item>();
  for (const item of items) {
    const key = item.text.toLowerCase();
    if (!firsts.has(key)) firsts.set(key, item);
  }
  return firsts;
}

/** Whether a value is set: not absent, not null and not the empty string, also for a secret. */
export function isGiven(value: Value | undefined): boolean {
  if (value instanceof Secret) return value.reveal() !== '';
  return value !== undefined && value !== null && value !== '';
}

/** The items whose key equals that of an earlier item, each with that earlier item. */
export function repeated(
  items: readonly Item[],
  keyOf: (text: string) => string,
): readonly { readonly item: Item; readonly first: Item }[] {
  const firsts = new Map<string, Item>();
  const found: { item: Item; first: Item }[] = [];
  for (const item of items) {
    const key = keyOf(item.text);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, item);
    else found.push({ item, first });
  }
  return found;
}
