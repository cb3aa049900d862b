import { createHmac } from 'node:crypto';

/** The type of what is signed. It is signed too, so that a signature is not valid for another type. */
export type SignedKind = 'plan' | 'rollback' | 'ledger' | 'journal';

/** HMAC-SHA-256 of a text, in hex. */
export function signatureOf(text: string, key: string, kind: SignedKind): string {
  return createHmac('sha256', key).update(`edgewright ${kind} 1\n`).update(text).digest('hex');
}
