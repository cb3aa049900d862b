import type { Json } from '../value.ts';
import { readShaped, type ShapedFact } from './shaped-fact.ts';

/** Details of a secret that differs or could not be compared. */
export const secretFacts = {
  /** The templates differ, such as `$(secret:A)`. */
  renamed: { was: 'text', is: 'text' },
  /** The template is the same, and one of these secrets has a new value. */
  rotated: { names: 'texts' },
  /** By its fingerprint, the live value is not the one we applied. */
  'changed-outside': {},
  /** Not compared: these secrets are not set in this run. */
  unset: { names: 'texts' },
  /** Not compared: the API does not return it. */
  hidden: {},
  /** Not compared: the API does not return it, and its fingerprint was made with a different key. */
  'other-key': {},
  /** Not compared, and sent because of an approval. */
  approved: {},
} as const;

export type SecretFact = ShapedFact<typeof secretFacts>;

/** Reads such a detail from a document (code and data); undefined if it is not one of these facts. */
export function readSecret(stated: Json): SecretFact | undefined {
  return readShaped(secretFacts, stated);
}
