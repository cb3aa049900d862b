import { afterEach, expect, it } from 'vitest';
import type { Step } from '../../src/model/plan/step.ts';
import { openWorld, type World } from './world.ts';

let world: World;
afterEach(() => world.close());

function creates(count: number): readonly Step[] {
  return Array.from({ length: count }, (_, index) =>
    world.create(`endpoint/n${index}`, { url: `https://n${index}.example.com` }),
  );
}

/** Answers the first creates at once, and the others when so many are there together. */
function together(first: number, atOnce: number) {
  let waiting: (() => void)[] = [];
  return async ({ count }: { readonly count: number }): Promise<'none'> => {
    if (count <= first) return 'none';
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length < atOnce) return;
      for (const each of waiting) each();
      waiting = [];
    });
    return 'none';
  };
}

it('sends 8 creates at once, then one more after each round, up to 32', async () => {
  // 8 + 9 + ... + 31
  const before = 468;
  world = await openWorld(together(before, 32));
  const { outcomes } = await world.apply(creates(before + 32));
  expect(outcomes.filter(({ status }) => status === 'done')).toHaveLength(before + 32);
});

it('sends as many at once as it is told to', async () => {
  world = await openWorld(together(0, 12));
  const { outcomes } = await world.apply(creates(24), { concurrency: 12 });
  expect(outcomes.filter(({ status }) => status === 'done')).toHaveLength(24);
});

it('creates each object once where the service rejects what is more than ten at once', async () => {
  let [now, rejected] = [0, 0];
  world = await openWorld(async () => {
    if (now >= 10) {
      rejected++;
      return { status: 429, after: '1' };
    }
    now++;
    await new Promise((resolve) => setTimeout(resolve, 10));
    now--;
    return 'none';
  });
  const { outcomes } = await world.apply(creates(200));
  expect(outcomes.filter(({ status }) => status !== 'done')).toEqual([]);
  expect(world.server.outside.objects('endpoint')).toHaveLength(200);
  expect(Object.keys((await world.stored())!.resources)).toHaveLength(200);
  expect(rejected).toBeLessThan(60);
});
