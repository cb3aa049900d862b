import type { Json, JsonObject, Path } from '../../src/model/value.ts';

/** The value at a path; undefined if there is none. */
export function valueAt(root: Json | undefined, [step, ...rest]: Path): Json | undefined {
  if (step === undefined) return root;
  if (typeof root !== 'object' || root === null) return undefined;
  return valueAt((root as Readonly<Record<string | number, Json>>)[step], rest);
}

/** The same with another value at a path, or with none there. What is missing on the way is made. */
export function changed(root: JsonObject, path: Path, value: Json | undefined): JsonObject {
  return put(root, path, value) as JsonObject;
}

function put(root: Json | undefined, [step, ...rest]: Path, value: Json | undefined): Json | undefined {
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const items = Array.isArray(root) ? [...(root as readonly Json[])] : [];
    items[step] = put(items[step], rest, value) ?? null;
    return items;
  }
  const entries = new Map(
    Object.entries(typeof root === 'object' && root !== null && !Array.isArray(root) ? root : {}),
  );
  const next = put(entries.get(step), rest, value);
  if (next === undefined) entries.delete(step);
  else entries.set(step, next);
  return Object.fromEntries(entries);
}
