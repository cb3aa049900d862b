/** 5,500 pairs, first those of `pairs.test.ts`; and a pair is answered alone as among others. */
import { expect, test } from 'vitest';
import { answersOf } from './gate-answers.ts';
import { judged } from './judged.ts';
import { pairOf } from './pairs.ts';

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('500 pairs: part %i', async (part) => {
  const { disagreements } = await judged(part * 500, 500);
  expect(disagreements.join('\n\n')).toBe('');
});

test('a pair is answered alone as among others', async () => {
  const pairs = Array.from({ length: 25 }, (_, index) => pairOf(10_000 + index));
  const together = await answersOf(pairs);
  for (const [index, pair] of pairs.entries()) {
    const [alone] = await answersOf([pair]);
    expect(alone).toEqual(together[index]);
  }
});
