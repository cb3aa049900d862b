import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalJson } from '../../text/hash.ts';
import type { JsonObject } from '../../model/value.ts';

/** The seal of a saved document: a checksum, and a signature if there is a key. The checksum is also its id. */
export interface Seal {
  readonly checksum: string;
  /** HMAC-SHA-256 over the same bytes. */
  readonly signature?: string;
}

/** The type of a sealed document. It is signed too, so that a signature is not valid for the other type. */
export type SealedKind = 'plan' | 'rollback';

export function sealOf(document: JsonObject, key: string | undefined, what: SealedKind): Seal {
  const text = canonicalJson(document);
  const checksum = createHash('sha256').update(text).digest('hex');
  return key === undefined ? { checksum } : { checksum, signature: signatureOf(text, key, what) };
}

/** Compares two texts in constant time, so that the time does not reveal the length of a common prefix. */
export function isSameSecretly(one: string, other: string): boolean {
  const left = createHash('sha256').update(one).digest();
  const right = createHash('sha256').update(other).digest();
  return timingSafeEqual(left, right);
}

function signatureOf(text: string, key: string, what: SealedKind): string {
  return createHmac('sha256', key).update(`edgewright ${what} 1\n`).update(text).digest('hex');
}
