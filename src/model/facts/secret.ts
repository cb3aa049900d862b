import type { Json } from '../value.ts';
import { readShaped, type ShapedFact } from './shaped.ts';

/** What is known of a secret that differs, or that could not be compared. */
export const secretFacts = {
  /** It is written differently: the templates, `$(secret:A)`. */
  renamed: { was: 'text', is: 'text' },
  /** As it was written, and one of these has a different value. */
  rotated: { names: 'texts' },
  /** Live is not the value that we applied, by its fingerprint. */
  'changed-outside': {},
  /** Not compared: these are not set here. */
  unset: { names: 'texts' },
  /** Not compared: the API does not show it. */
  hidden: {},
  /** Not compared, and sent by an approval. */
  approved: {},
} as const;

export type SecretFact = ShapedFact<typeof secretFacts>;

/** The fact that a document states by code and data; undefined where it is not one of these. */
export function readSecret(stated: Json): SecretFact | undefined {
  return readShaped(secretFacts, stated);
}
