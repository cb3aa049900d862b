import type { Json, JsonObject } from '../model/value.ts';

/** Ways to look into JSON that came from outside: what is of another type is as if it were not there. */
export function isJsonMap(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function jsonItems(value: unknown): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
