import { createHash } from 'node:crypto';

/** The name that git gives to this content, as long as the names of that repository are (40 digits, or 64). */
export function blobId(text: string, digits: number): string {
  const bytes = Buffer.from(text);
  return createHash(digits === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');
}
