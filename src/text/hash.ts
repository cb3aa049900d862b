import { createHash } from 'node:crypto';
import type { Json } from '../model/value.ts';
import { isJsonList } from './json/json-access.ts';

/** JSON with sorted keys: equal values give equal texts. */
export function canonicalJson(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isJsonList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${entries.join(',')}}`;
}

/** SHA-256 over the canonical JSON, in hex. Only for masked values. */
export function hashOf(value: Json): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** The id in an approval: 128 bits of the hash. */
export function idHash(value: Json): string {
  return hashOf(value).slice(0, 32);
}
