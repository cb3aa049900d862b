import { createHash } from 'node:crypto';

/** Above this length SHA-256 is faster, although its library must be loaded. */
const longText = 250_000;

/** The largest prime below 2 ** 64. */
const prime = 0xffff_ffff_ffff_ffc5n;

/**
 * The bytes as one large number, modulo a prime, or a part of SHA-256: for damage, not for attackers. A loop over the
 * characters takes milliseconds until V8 has optimized it, the arithmetic of large numbers is native.
 */
export function checksum(text: string): string {
  if (text.length > longText) return createHash('sha256').update(text).digest('hex').slice(0, 16);
  // The leading 1 makes zeros at the start count.
  const number = BigInt(`0x1${Buffer.from(text).toString('hex')}`);
  return (number % prime).toString(16).padStart(16, '0');
}
