import { expect, test } from 'vitest';
import { randomOf } from '../model/history/random.ts';
import { killRuns } from './kill-runs.ts';

test('the shipped program is killed and loses nothing', async () => {
  const { kills, unlocked, problems } = await killRuns('file', 2, { random: randomOf(7), lanes: 1 });
  expect(problems).toEqual([]);
  expect(kills).toBe(2);
  expect(unlocked).toBe(0);
});
