import { expect, test } from 'vitest';
import { main } from '../../src/main.ts';
import { inProcess } from './history/front-door.ts';
import { isVaried } from './history/coverage.ts';
import { prove } from './history/prove.ts';

test('random histories break no law, half 1 of 2', { timeout: 1e8 }, async () => {
  const tally = await prove(inProcess(main), 0, 2);
  expect(isVaried(tally)).toEqual([]);
});
