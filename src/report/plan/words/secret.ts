import type { SecretFact } from '../../../model/facts/secret.ts';
import { say, type Words } from './say.ts';

/** What is known of a secret, without a full stop. */
export function secretText(fact: SecretFact): string {
  return say(words, fact);
}

const words: Words<SecretFact> = {
  // Of a text around a secret that is too long to be read here, what is new is shown anyway.
  renamed: ({ was, is }) =>
    was.length + is.length > 160
      ? 'the text around the secret was different'
      : `the reference was \`${was}\` and is \`${is}\` now`,
  rotated: ({ names }) => `rotated: the value of ${names.join(' or ')} is different, by its fingerprint`,
  'changed-outside': () => 'its fingerprint is not the one that was applied',
  unset: ({ names }) => `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} not set`,
  hidden: () => 'the API does not show it',
  approved: () => 'not compared; sent because it is approved',
};
