import type { Json, JsonObject } from '../../model/value.ts';

/** A map with one more entry, placed according to `order`; at the end if the key is not in it. */
export function withKey(map: JsonObject, key: string, value: Json, order: readonly string[]): JsonObject {
  const rank = order.indexOf(key);
  const entries = Object.entries(map);
  if (Object.hasOwn(map, key)) return { ...map, [key]: value };
  const before =
    rank === -1 ? entries.length : entries.findLastIndex(([name]) => order.indexOf(name) < rank) + 1;
  return Object.fromEntries([...entries.slice(0, before), [key, value] as const, ...entries.slice(before)]);
}
