import { createHash } from 'node:crypto';
import { canonicalJson } from '../../text/hash.ts';
import type { JsonObject } from '../../model/value.ts';
import { signatureOf } from '../../derive/signature.ts';

/** The seal of a saved document: a checksum, and a signature if there is a key. The checksum is also its id. */
export interface Seal {
  readonly checksum: string;
  /** HMAC-SHA-256 over the same bytes. */
  readonly signature?: string;
}

export type SealedKind = 'plan' | 'rollback';

export function sealOf(document: JsonObject, key: string | undefined, what: SealedKind): Seal {
  const text = canonicalJson(document);
  const checksum = createHash('sha256').update(text).digest('hex');
  return key === undefined ? { checksum } : { checksum, signature: signatureOf(text, key, what) };
}
