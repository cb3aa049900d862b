import { createHash } from 'node:crypto';
import type { Json } from '../model/value.ts';

/** JSON with the keys of every object sorted: equal values, equal text. */
export function canonicalJson(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${entries.join(',')}}`;
}

/** SHA-256 over the canonical JSON, in hex. Only ever over masked values (DESIGN 5). */
export function hashOf(value: Json): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** What a person types: the first six digits in a row that YAML reads as text, also where nobody quotes them. */
export function shortHash(value: Json): string {
  const hash = hashOf(value);
  let start = 0;
  while (start < hash.length - 6 && isNumber(hash.slice(start, start + 6))) start += 1;
  return hash.slice(start, start + 6);
}

function isNumber(digits: string): boolean {
  return /^\d+(e\d+)?$/.test(digits);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
