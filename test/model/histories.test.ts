import { expect, test } from 'vitest';
import { main } from '../../src/main.ts';
import { inProcess } from './history/front-door.ts';
import { prove } from './history/prove.ts';

/* `npm run prove histories` plays thousands. */
test('random histories break no law', async () => {
  const tally = await prove(inProcess(main), 0, 1, 4);
  expect(tally.get('apply 0') ?? 0).toBeGreaterThan(0);
});
