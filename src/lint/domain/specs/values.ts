import { isTree, type Tree } from '../../../derive/forms/tree.ts';
import { Secret } from '../../../model/secret.ts';
import type { Spec, Value } from '../../../model/value.ts';

/** A module that is there and not switched off. Conflicts of a disabled module are no one's problem. */
export function activeModule(spec: Spec, name: string): Tree | undefined {
  const module = Object.hasOwn(spec, name) ? spec[name] : undefined;
  return isTree(module) && module['enabled'] !== false ? module : undefined;
}

/** An item of a list, with its place in it. */
export interface Item {
  readonly text: string;
  readonly index: number;
}

/** The items of a list that are texts; none where it is not a list. */
export function textItems(value: Value | undefined): readonly Item[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly Value[]).flatMap((text, index) =>
    typeof text === 'string' ? [{ text, index }] : [],
  );
}

/** The items by what they say in small letters; of several that say the same the first. */
export function firstOfEach(items: readonly Item[]): ReadonlyMap<string, Item> {
  const firsts = new Map<string, Item>();
  for (const item of items) {
    const key = item.text.toLowerCase();
    if (!firsts.has(key)) firsts.set(key, item);
  }
  return firsts;
}

/** Whether something is given at all: not absent, not null, not the empty text, in a secret field either. */
export function isGiven(value: Value | undefined): boolean {
  if (value instanceof Secret) return value.reveal() !== '';
  return value !== undefined && value !== null && value !== '';
}

/** The items that say what an earlier one says, by a key. */
export function repeated(
  items: readonly Item[],
  keyOf: (text: string) => string,
): readonly { readonly item: Item; readonly first: Item }[] {
  const firsts = new Map<string, Item>();
  return items.flatMap((item) => {
    const first = firsts.get(keyOf(item.text));
    if (first === undefined) firsts.set(keyOf(item.text), item);
    return first === undefined ? [] : [{ item, first }];
  });
}
