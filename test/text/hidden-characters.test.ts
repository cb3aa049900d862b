import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hiddenCharacter, withoutHidden } from '../../src/text/hidden-characters.ts';
import { runs } from '../runs.ts';

const parts = ['a', '\u200b', '\u200c', '\u200d', '\ufe0f', '\u202e', '\u0628', '\u{1f469}', '\u{1f3fd}'];

test('all at once takes out what one at a time does', () => {
  const texts = fc.array(fc.constantFrom(...parts)).map((characters) => characters.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      expect(withoutHidden(text)).toBe(oneAtATime(text));
    }),
    { numRuns: runs(2000) },
  );
});

function oneAtATime(text: string): string {
  const found = hiddenCharacter(text);
  if (found === undefined) return text;
  return oneAtATime(text.slice(0, found.index) + text.slice(found.index + found.character.length));
}
