import { createHash } from 'node:crypto';

/** Git's object name of a content, in the repository's length (40 or 64 digits). */
export function blobId(text: string, digits: number): string {
  const bytes = Buffer.from(text);
  return createHash(digits === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');
}
