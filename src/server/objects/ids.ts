import { createHash, randomBytes } from 'node:crypto';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const length = 27;

/** Ids as services of this shape give them: a prefix and 27 base62 digits. */
export function randomIds(): (prefix: string) => string {
  return (prefix) => prefix + base62(randomBytes(32));
}

/** The same ids again for the same seed: the nth object has the nth id, also after a restart. */
export function seededIds(seed: number): (prefix: string, serial: number) => string {
  return (prefix, serial) => fixedId(prefix, `${seed}/${serial}`);
}

/** The id that always stands for the same thing: the domain of a host name, for one. */
export function fixedId(prefix: string, of: string): string {
  return (
    prefix +
    base62(
      createHash('sha256')
        .update(prefix + of)
        .digest(),
    )
  );
}

function base62(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, length), (byte) => digits[byte % digits.length]).join('');
}
