import type { Json } from '../../model/value.ts';

type Tree = Readonly<Record<string, Json>>;

/** A map with one more entry, placed according to `order`; at the end if the key is not in it. */
export function withKey(map: Tree, key: string, value: Json, order: readonly string[]): Tree {
  const rank = order.indexOf(key);
  const entries = Object.entries(map);
  if (Object.hasOwn(map, key)) return { ...map, [key]: value };
  const before =
    rank === -1 ? entries.length : entries.findLastIndex(([each]) => order.indexOf(each) < rank) + 1;
  return Object.fromEntries([...entries.slice(0, before), [key, value] as const, ...entries.slice(before)]);
}
