import type { Unknown } from '../model/traffic/simulation.ts';
import { addTo } from '../text/items-by.ts';

/** Values of expressions, and of facts that may be unknown. */

/** Thrown where an expression reads a fact that is not known; the library carries it to where it matters. */
export class UnknownFact extends Error {
  readonly unknown: Unknown;

  constructor(unknown: Unknown) {
    super(unknown.of);
    this.unknown = unknown;
  }
}

/** A value as text. Lists and maps as JSON, which is assumed. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString().replace('.000Z', 'Z');
  if (typeof value === 'object' && value !== null) return JSON.stringify(asJson(value));
  return String(value);
}

/** A value of the library as JSON: integers are numbers, maps are objects. */
export function asJson(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(asJson);
  if (value instanceof Map)
    return Object.fromEntries([...(value as Map<string, unknown>)].map(([key, item]) => [key, asJson(item)]));
  if (isPlainObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asJson(item)]));
  return value;
}

/** JSON as values of the library: whole numbers are integers. */
export function fromJson(value: unknown): unknown {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (Array.isArray(value)) return value.map(fromJson);
  if (isPlainObject(value)) return new Map(Object.entries(value).map(([key, item]) => [key, fromJson(item)]));
  return value;
}

/** The parameters of a query, each with all of its values. */
export function queryOf(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) addTo(found, name, value);
  return found;
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value?.constructor === Object;
}
