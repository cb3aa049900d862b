import { createHash } from 'node:crypto';
import type { Json } from '../model/value.ts';
import { canonicalJson } from './json/canonical-json.ts';

/** SHA-256 over the canonical JSON, in hex. Only for masked values. */
export function hashOf(value: Json): string {
  return sha256Of(canonicalJson(value));
}

/** SHA-256 over the text in UTF-8, in hex. */
export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The id in an approval: 128 bits of the hash. */
export function idHash(value: Json): string {
  return hashOf(value).slice(0, 32);
}
