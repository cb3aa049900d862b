import type { Json, JsonObject } from '../../model/value.ts';

/** Access to untrusted JSON: values of another type count as absent. */
export function isJsonMap(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined for text that is not JSON. */
export function parsedJson(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

export function isJsonList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

export function jsonItems(value: unknown): readonly Json[] {
  return isJsonList(value) ? value : [];
}

/** Whether two values are equal; the order of keys does not matter. */
export function isSameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (isJsonList(a) || isJsonList(b))
    return (
      isJsonList(a) &&
      isJsonList(b) &&
      a.length === b.length &&
      a.every((item, index) => isSameJson(item, b[index]))
    );
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]))
  );
}
