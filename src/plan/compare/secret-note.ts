import type { SecretFact } from '../../model/plan.ts';

/** What is known of a secret, in words. Nothing is decided by them. */
export function secretNote(fact: SecretFact): string {
  switch (fact.type) {
    case 'renamed':
      return renamedText(fact);
    case 'rotated':
      return `rotated: the value of ${fact.names.join(' or ')} is another, by its fingerprint`;
    case 'changed-outside':
      return 'its fingerprint is not the one we applied';
    case 'unset':
      return `${fact.names.join(', ')} ${fact.names.length === 1 ? 'is' : 'are'} not set`;
    case 'hidden':
      return 'the API does not show it';
    case 'approved':
      return 'not compared; sent because an approval says so';
  }
}

/** A reference is named; of a text with one in it that is too long to be read here, what is new is shown anyway. */
function renamedText({ was, is }: Extract<SecretFact, { type: 'renamed' }>): string {
  return was.length + is.length > 160
    ? 'what is written around the secret was another'
    : `the reference was \`${was}\` and is \`${is}\` now`;
}
