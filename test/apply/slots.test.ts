import { expect, test } from 'vitest';
import { slotsOf } from '../../src/apply/request-slots.ts';

/** Prepares as many as may be at once, and then frees one slot after the other; returns what began, in order. */
async function begun(slots: number, requests: number): Promise<readonly string[]> {
  const { takePrepared } = slotsOf(() => slots);
  const story: string[] = [];
  const taken: (() => void)[] = [];
  const all = Array.from({ length: requests }, async (_, index) => {
    const { end } = await takePrepared(async () => {
      story.push(`prepare ${index}`);
      await Promise.resolve();
    });
    story.push(`send ${index}`);
    taken.push(end);
  });
  const quiet = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  for (let count = 0; count < requests; count++) {
    await quiet();
    story.push('-');
    taken.shift()?.();
  }
  await Promise.all(all);
  return story;
}

test('half as many requests as there are slots are prepared ahead', async () => {
  const story = await begun(4, 8);
  const first = story.slice(0, story.indexOf('-'));
  expect(first.filter((line) => line.startsWith('send'))).toHaveLength(4);
  expect(first.filter((line) => line.startsWith('prepare'))).toHaveLength(6);
});

test('with one slot each request is prepared when the one before has ended', async () => {
  expect(await begun(1, 3)).toEqual([
    ...['prepare 0', 'send 0', '-'],
    ...['prepare 1', 'send 1', '-'],
    ...['prepare 2', 'send 2', '-'],
  ]);
});

test('a request that cannot be prepared takes nothing from the others', async () => {
  const { takePrepared } = slotsOf(() => 2);
  for (let count = 0; count < 5; count++)
    await expect(takePrepared(() => Promise.reject(new Error('full')))).rejects.toThrow('full');
  const { prepared, end } = await takePrepared(() => Promise.resolve('ready'));
  expect(prepared).toBe('ready');
  end();
});

test('more slots are given out when one is freed, and fewer while too many are taken', async () => {
  let count = 1;
  const { take } = slotsOf(() => count);
  const taken: (() => void)[] = [];
  const waiting = Array.from({ length: 6 }, async () => taken.push((await take()).end));
  const next = async (slots: number): Promise<number> => {
    count = slots;
    taken.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
    return taken.length;
  };
  await waiting[0];
  expect(taken).toHaveLength(1);
  expect([await next(3), await next(1), await next(1), await next(2)]).toEqual([3, 2, 1, 2]);
});
