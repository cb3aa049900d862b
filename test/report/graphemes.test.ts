import fc from 'fast-check';
import { expect, test } from 'vitest';
import { graphemesOf } from '../../src/report/text/flow-text.ts';

const parts = [
  'a',
  '\r',
  '\n',
  '\u0301',
  '\u200d',
  '\u{1f468}',
  '\u{1f3fd}',
  '\u{1f1e9}',
  '\u1100',
  '\u1161',
  '\ud83d',
  '日',
];

test('a long text has the same characters as in one piece', () => {
  const segmenter = new Intl.Segmenter();
  const texts = fc
    .array(fc.constantFrom(...parts), { minLength: 100, maxLength: 600 })
    .map((all) => all.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      // One character longer than a piece is cut.
      const whole = [...segmenter.segment(text)].map(({ segment }) => segment);
      fc.pre(whole.every(({ length }) => length < 100));
      expect([...graphemesOf(text)]).toEqual(whole);
    }),
  );
});

test('nothing is lost of a character that is longer than a piece', () => {
  const text = `a${'\u0301'.repeat(1000)}b`;
  expect([...graphemesOf(text)].join('')).toBe(text);
});
