import { createHmac } from 'node:crypto';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Secret } from '../../model/secret.ts';
import type { Path } from '../../model/value.ts';

/** The shortest value whose fingerprint is safe from guessing. */
export const shortest = 8;

/** Distinguishes values of a secret without storing them; undefined for a value that is too short. */
export type FingerprintOf = (uid: string, path: Path, value: Secret) => string | undefined;

/**
 * Fingerprints with the key EDGEWRIGHT_FINGERPRINT_KEY, which is never stored with the ledger; undefined without the
 * key.
 */
export function fingerprintOf({ env }: Io, lineage: string): FingerprintOf | undefined {
  const key = env['EDGEWRIGHT_FINGERPRINT_KEY'];
  if (key === undefined || key === '') return undefined;
  if (Buffer.byteLength(key) < 16) {
    throw new UserError(exitCodes.usage, 'EDGEWRIGHT_FINGERPRINT_KEY is shorter than 16 bytes', {
      help: 'make one with `openssl rand -hex 32` and keep it where your secrets are',
    });
  }
  return (uid, path, value) => {
    const text = value.reveal();
    if (Buffer.byteLength(text) < shortest) return undefined;
    const message = JSON.stringify([lineage, uid, path, text]);
    return createHmac('sha256', key).update(message).digest('hex').slice(0, 32);
  };
}
