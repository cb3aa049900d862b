import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The type of what is signed. It is signed too, so that a signature is not valid for another type. */
export type SignedKind = 'plan' | 'rollback' | 'ledger' | 'journal';

/** HMAC-SHA-256 of a text, in hex. */
export function signatureOf(text: string, key: string, what: SignedKind): string {
  return createHmac('sha256', key).update(`edgewright ${what} 1\n`).update(text).digest('hex');
}

/** Compares two texts in constant time, so that the time does not reveal the length of a common prefix. */
export function isSameSecretly(text: string, other: string): boolean {
  const left = createHash('sha256').update(text).digest();
  const right = createHash('sha256').update(other).digest();
  return timingSafeEqual(left, right);
}
