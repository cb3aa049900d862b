import { createHash, randomBytes } from 'node:crypto';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const length = 27;

/** Random ids in the form of similar services: a prefix and 27 base62 digits. */
export function randomIds(): (prefix: string) => string {
  return (prefix) => prefix + base62(randomBytes(32));
}

/** Repeatable ids: with the same seed the nth object has the nth id, even after a restart. */
export function seededIds(seed: number): (prefix: string, serial: number) => string {
  return (prefix, serial) => fixedId(prefix, `${seed}/${serial}`);
}

/** The fixed id of a thing, such as the domain of a host name. */
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
