/** A share of the changes by which another party, or a wider circle, gets in. `takeovers.prove.ts` has all of them. */
import { expect, test } from 'vitest';
import { wrongAnswers } from './takeover-answers.ts';
import { takeoversOf, type TakeoverCase } from './takeover-cases.ts';
import { takeoverPairs } from './takeover-pairs.ts';

const attacks = takeoversOf('attacks');
const harmless = takeoversOf('harmless');
const pairs = takeoverPairs();

function share(cases: readonly TakeoverCase[], of: number): readonly TakeoverCase[] {
  return cases.filter((_, index) => index % of === 0);
}

test('there are enough of each', () => {
  expect(attacks.length).toBeGreaterThanOrEqual(150);
  expect(harmless.length).toBeGreaterThanOrEqual(80);
  expect(pairs.filter(({ opens }) => opens !== undefined).length).toBeGreaterThanOrEqual(400);
});

test('what opens is refused, and nothing else', async () => {
  const some = [...share(attacks, 4), ...share(harmless, 6), ...share(pairs, 16)];
  expect((await wrongAnswers(some)).join('\n\n')).toBe('');
});
