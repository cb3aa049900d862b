import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two texts in constant time, so that the time does not reveal the length of a common prefix. */
export function isSameSecretly(text: string, other: string): boolean {
  const left = createHash('sha256').update(text).digest();
  const right = createHash('sha256').update(other).digest();
  return timingSafeEqual(left, right);
}
