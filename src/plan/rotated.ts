import type { SecretReference } from '../model/secret.ts';

const rotated = 'rotated: ';

/** What is said of a secret whose reference is as it was and whose value is not. Which of several it is nobody can say. */
export function rotatedNote({ names }: SecretReference): string {
  return `${rotated}the value of ${names.join(' or ')} is another, by its fingerprint`;
}

/**
 * Such a note needs a fingerprint key, which a reviewer's job may lack where the job that applies has one: the hash that
 * an approval names does without it.
 */
export function isRotatedNote(note: string | undefined): boolean {
  return note?.startsWith(rotated) === true;
}
