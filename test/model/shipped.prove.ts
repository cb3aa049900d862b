import { expect, test } from 'vitest';
import { shipped } from './history/front-door.ts';
import { count, prove } from './history/prove.ts';

/* The shipped executable, as a process of its own, checked by the same laws: one history in fifty. */
test('random histories break no law of the bundle', { timeout: 1e8 }, async () => {
  const tally = await prove(shipped, 0, 1, Math.ceil(count / 50));
  expect(tally.get('apply 0') ?? 0).toBeGreaterThan(0);
});
