import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalJson } from '../derive/hash.ts';
import type { JsonObject } from '../model/value.ts';

/** What closes a saved document: a checksum, and a signature where there is a key. The checksum is also its name. */
export interface Seal {
  readonly checksum: string;
  /** HMAC-SHA-256 over the same bytes. */
  readonly signature?: string;
}

/** A signature of something else, made with the same key, says nothing of a plan. */
const purpose = 'edgewright plan 1\n';

export function sealOf(document: JsonObject, key: string | undefined): Seal {
  const text = canonicalJson(document);
  const checksum = createHash('sha256').update(text).digest('hex');
  return key === undefined ? { checksum } : { checksum, signature: signatureOf(text, key) };
}

/** Compares without telling, by the time that it takes, how much of it fits. */
export function isSame(one: string, other: string): boolean {
  const left = createHash('sha256').update(one).digest();
  const right = createHash('sha256').update(other).digest();
  return timingSafeEqual(left, right);
}

function signatureOf(text: string, key: string): string {
  return createHmac('sha256', key).update(purpose).update(text).digest('hex');
}
