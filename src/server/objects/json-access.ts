import type { Json, JsonObject } from '../../model/value.ts';

/** Ways to look into JSON that came from outside: what is of another type is as if it were not there. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

export function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

export function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
