import { isJsonMap } from './json-access.ts';

type PlainMap = Readonly<Record<string, unknown>>;

/** Both maps as one, at every depth; elsewhere, the second value counts. */
export function mergeMaps(some: PlainMap, more: PlainMap): PlainMap {
  const entries = Object.entries(more).map(([key, value]) => {
    const before = some[key];
    return [key, isJsonMap(before) && isJsonMap(value) ? mergeMaps(before, value) : value] as const;
  });
  return { ...some, ...Object.fromEntries(entries) };
}
