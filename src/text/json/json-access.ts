import type { Json, JsonObject } from '../../model/value.ts';

/** Access to untrusted JSON: values of another type count as absent. */
export function isJsonMap(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isJsonList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

export function jsonItems(value: unknown): readonly Json[] {
  return isJsonList(value) ? value : [];
}
