/* The voice of every text in src/ and of our pages: plain American English, with the words that readers use. */
import { expect, test } from 'vitest';
import { linesOfPages, textsOfSource } from './texts-of-source.ts';

/** Each with the words to write instead. */
const refused: readonly {
  readonly pattern: RegExp;
  readonly instead: string;
  readonly in?: 'string' | 'comment';
}[] = [
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
  { pattern: /\bjudg(?:e|es|ed|ing)\b/i, instead: '"check", "compare" or "evaluate"' },
  { pattern: /\bin the place of\b/i, instead: '"instead of"' },
  {
    pattern: /^Another one\b|\. Another one\b|\bnothing tells\b|\boptions alone\b|\bby what one wants\b/,
    instead: 'the thing itself, with "different" or "only"',
  },
  { pattern: /\bstands? (?!for\b|in for\b)|\bstands? (?:here|there)\b/i, instead: '"is"' },
  { pattern: /\bstands? (?:in )?for\b/i, instead: '"matches", "is a placeholder for"', in: 'string' },
  { pattern: /(?<!\bwhen )\bin doubt\b|\bdoubts?\b(?<!when in doubt)/i, instead: '"outcome unknown"' },
  { pattern: /\bput off\b/i, instead: '"recorded in the baseline"' },
  { pattern: /\b(?:go|goes|going) by\b|\blet(?:s|ting)? go of\b/i, instead: 'the verb of the thing' },
  { pattern: /\b(?:is|are) due\b/i, instead: '"belongs", "is expected"' },
  { pattern: /\banswers [1-5]\d\d\b(?! \d)/, instead: '"returns"' },
  { pattern: /^What [a-z]/, instead: 'the name of the thing', in: 'string' },
  { pattern: /^(?:\/\*+|\/\/) ?What /, instead: 'the name of the thing', in: 'comment' },
];

test.each([
  ['text of src/', textsOfSource],
  ['page', linesOfPages],
])('every %s is in plain words', (_, texts) => {
  const found = texts().flatMap(({ file, line, kind, text }) =>
    refused.flatMap(({ pattern, instead, in: only }) => {
      const [words] = (only === undefined || only === kind ? pattern.exec(text) : null) ?? [];
      return words === undefined ? [] : [`${file}:${line}: "${words}": write ${instead}`];
    }),
  );
  expect(found).toEqual([]);
});
