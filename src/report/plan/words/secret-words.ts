import type { SecretFact } from '../../../model/facts/secret-fact.ts';
import { say, type Words } from './say.ts';

/** The details of a secret, without a final period. */
export function secretText(fact: SecretFact): string {
  return say(words, fact);
}

const words: Words<SecretFact> = {
  // Templates that are too long for a sentence; the new text is shown as the change anyway.
  renamed: ({ was: oldText, is: newText }) =>
    oldText.length + newText.length > 160
      ? 'the text around the secret was different'
      : `the reference was \`${oldText}\` and is \`${newText}\` now`,
  rotated: ({ names }) => `rotated: the value of ${names.join(' or ')} is different, by its fingerprint`,
  'changed-outside': () => 'its fingerprint is not the one that was applied',
  unset: ({ names }) => `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} not set`,
  'other-key': () => 'the API does not show it, and its fingerprint was made with a different key',
  hidden: () => 'the API does not show it',
  approved: () => 'not compared; sent because it is approved',
};
