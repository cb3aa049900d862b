/** The whole corpus of changes by which another party, or a wider circle, gets in, and all pairs of changes. */
import { expect, test } from 'vitest';
import { takeoversOf } from './takeover-cases.ts';
import { takeoverPairs } from './takeover-pairs.ts';
import { wrongAnswers } from './takeover-answers.ts';

const attacks = takeoversOf('attacks');
const harmless = takeoversOf('harmless');

test('an attack is refused', async () => {
  expect((await wrongAnswers(attacks)).join('\n\n')).toBe('');
});

test('a harmless change is planned, but for the known false alarms', async () => {
  const wrong = await wrongAnswers(harmless);
  expect(wrong.map((each) => each.split('\n')[0])).toEqual(['a header is replaced and not removed']);
});

test('a weakening is refused beside each strengthening', async () => {
  expect((await wrongAnswers(takeoverPairs())).join('\n\n')).toBe('');
});
