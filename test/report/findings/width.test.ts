import { expect, test } from 'vitest';
import { widthOf } from '../../../src/report/text/flow-text.ts';

/** Columns by what most terminals take, in the way of `wcwidth`. */
const widths: readonly (readonly [string, string, number])[] = [
  ['nothing', '', 0],
  ['letters', 'abc', 3],
  ['a letter with two marks', 'e\u0301\u0323', 1],
  ['a mark alone', '\u0301', 0],
  ['ideographs', '日本', 4],
  ['full width letters', 'ｆｕ', 4],
  ['half width katakana', 'ｱｲ', 2],
  ['Hangul syllables', '한국', 4],
  ['a Hangul syllable in parts', '\u1112\u1161\u11ab', 2],
  ['Devanagari', 'नमस्ते', 4],
  ['a flag', '🇩🇪', 2],
  ['two flags', '🇩🇪🇫🇷', 4],
  ['half a flag', '🇩', 1],
  ['an emoji', '👍', 2],
  ['an emoji with a colour', '👍🏽', 2],
  ['a sign as a picture', '❤️', 2],
  ['a sign as text', '❤', 1],
  ['a keycap', '1️⃣', 2],
  ['Hebrew with points', 'שָׁ', 1],
];

test.each(widths)('%s', (_name, text, width) => {
  expect(widthOf(text)).toBe(width);
});
