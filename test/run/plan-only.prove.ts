/* `RUNS` and `SEED` choose others. */
import { expect, test } from 'vitest';
import { saysTheSame } from './plan-only-property.ts';

const { RUNS = '200', SEED = '1' } = process.env;

test('says of one address what a plan says that has read everything', { timeout: 3_000_000 }, async () => {
  expect(await saysTheSame(Number(RUNS), Number(SEED))).toBeGreaterThan(Number(RUNS) / 5);
});
