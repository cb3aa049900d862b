import { createHmac } from 'node:crypto';
import type { Io } from '../../../model/io.ts';
import { Secret } from '../../../model/secret.ts';
import type { Path } from '../../../model/value.ts';
import { keyIn } from './environment-key.ts';

/** The shortest value whose fingerprint is safe from guessing. */
export const shortest = 8;

/**
 * Distinguishes values of a secret without storing them, as `<key>.<value>`: the first part tells keys apart. Undefined
 * for a value that is too short.
 */
export type FingerprintOf = (uid: string, path: Path, value: Secret) => string | undefined;

/**
 * Fingerprints with the key EDGEWRIGHT_FINGERPRINT_KEY, which is never stored with the ledger; undefined without the
 * key.
 */
export function fingerprintOf({ env }: Io, lineage: string): FingerprintOf | undefined {
  const key = keyIn(env, 'EDGEWRIGHT_FINGERPRINT_KEY', 16);
  if (key === undefined) return undefined;
  const hash = (message: unknown): string =>
    createHmac('sha256', key).update(JSON.stringify(message)).digest('hex');
  const keyId = hash(['key', lineage]).slice(0, 8);
  return (uid, path, value) => {
    const text = value.reveal();
    if (Buffer.byteLength(text) < shortest) return undefined;
    return `${keyId}.${hash([lineage, uid, path, text]).slice(0, 32)}`;
  };
}
