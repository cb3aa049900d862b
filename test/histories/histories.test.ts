import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openWorldInProcess } from '../pipeline/world.ts';
import { histories } from './edits.ts';
import { secretText } from './facts.ts';
import { found } from './found.ts';
import { play, type Tally } from './play.ts';
import { runs } from '../runs.ts';

test.each(Object.entries(found))('%s', async (_, { history, last }) => {
  const run = await openWorldInProcess().begin({ secrets: { LOGIN: secretText }, hasKey: true });
  expect(await play(run, history, new Map())).toEqual(last);
});

const watchdog = 600_000;
const actions = ['create', 'update', 'delete', 'adopt', 'retire', 'forget', 'drift', 'keep', 'blocked'];

test(
  'each plan of a history, and the state of the service after it, are as the model predicts',
  { timeout: watchdog },
  async () => {
    const world = openWorldInProcess();
    const tally: Tally = new Map();
    await fc.assert(
      fc.asyncProperty(histories, fc.boolean(), async (history, hasKey) => {
        const run = await world.begin({ secrets: { LOGIN: secretText }, hasKey });
        await play(run, history, tally);
      }),
      { numRuns: runs(800) },
    );
    const never = actions.filter((action) => !tally.has(action));
    expect(never, JSON.stringify([...tally])).toEqual([]);
  },
);
