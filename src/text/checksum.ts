/** FNV-1a twice, with different starts. Not cryptographic: for damage, not for attackers. */
export function checksum(text: string): string {
  let one = 0x811c9dc5;
  let two = text.length;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 0x01000193);
    two = Math.imul(two ^ code, 0x01000193);
  }
  return [one, two].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
