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
