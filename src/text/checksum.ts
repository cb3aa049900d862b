import { createHash } from 'node:crypto';

/** Above this length SHA-256 is faster, although its library must be loaded. */
const longText = 1_000_000;

/** FNV-1a twice, with different starts, or a part of SHA-256: for damage, not for attackers. */
export function checksum(text: string): string {
  if (text.length > longText) return createHash('sha256').update(text).digest('hex').slice(0, 16);
  let one = 0x811c9dc5;
  let two = text.length;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 0x01000193);
    two = Math.imul(two ^ code, 0x01000193);
  }
  return [one, two].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
