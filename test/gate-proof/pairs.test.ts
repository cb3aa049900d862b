/** Pairs of states of which the gate and the sets must say the same. `pairs.prove.ts` has many more. */
import { expect, test } from 'vitest';
import { judged } from './judged.ts';

test('100 pairs: what the sets call exposed is refused, and nothing else', async () => {
  const { disagreements, tally } = await judged(0, 100);
  expect(disagreements.join('\n\n')).toBe('');
  // The generator makes both, and few pairs that can be read either way.
  expect(tally.exposed).toBeGreaterThan(16);
  expect(tally.safe).toBeGreaterThan(33);
  expect(tally.open).toBeLessThan(25);
});
