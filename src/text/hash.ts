import { createHash } from 'node:crypto';
import type { Json } from '../model/value.ts';
import { canonicalJson } from './json/canonical-json.ts';

/** SHA-256 over the canonical JSON, in hex. Only for masked values. */
export function hashOf(value: Json): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** The id in an approval: 128 bits of the hash. */
export function idHash(value: Json): string {
  return hashOf(value).slice(0, 32);
}
