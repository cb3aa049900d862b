/* The voice of every text in src/: plain American English, with the words that readers use. */
import { expect, test } from 'vitest';
import { textsOfSource } from './texts-of-source.ts';

/** Each with the words to write instead. */
const refused: readonly { readonly pattern: RegExp; readonly instead: string; readonly in?: 'string' }[] = [
  { pattern: /(?<!\bthere )\bis no (?!longer\b|more\b|less\b)[a-z]/i, instead: '"is not a …"' },
  { pattern: /\banew\b/i, instead: '"again"' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: '"fix"' },
  {
    pattern: /\b(?:nobody|somebody|whoever)\b/i,
    instead: 'the state ("not approved"), or "no one", "someone"',
  },
  {
    pattern: /\(API \d|\bDESIGN\b|\bSPEC-GAPS\b/,
    instead: 'the reason itself, or a section of docs/api-notes.md',
  },
  { pattern: /\bsaid yes\b/i, instead: '"approved"' },
  { pattern: /\bwritten down\b/i, instead: '"declared"' },
  { pattern: /\bgo(?:es)? with\b/i, instead: '"requires" or "cannot be used with"' },
  { pattern: /^What [a-z]/, instead: 'the name of the thing', in: 'string' },
];

test('every text of src/ is in plain words', () => {
  const found = textsOfSource().flatMap(({ file, line, kind, text }) =>
    refused.flatMap(({ pattern, instead, in: only }) => {
      const [words] = (only === undefined || only === kind ? pattern.exec(text) : null) ?? [];
      return words === undefined ? [] : [`${file}:${line}: "${words}": write ${instead}`];
    }),
  );
  expect(found).toEqual([]);
});
