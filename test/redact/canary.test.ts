import { expect, test } from 'vitest';
import { playCanary } from './canary/canary.ts';

test('secrets that are awkward to filter are in no text of any command, and not in the ledger', async () => {
  const store = { settings: 'store: file', env: {}, dump: () => '' };
  const names = ['S01', 'S07', 'S12', 'S18', 'S24', 'S25', 'S26', 'S29'];
  const { hits, replaced, isWarned } = await playCanary(store, names, { thorough: false });
  expect(hits).toEqual([]);
  expect(replaced).toBeGreaterThan(0);
  expect(isWarned).toBe(true);
});
