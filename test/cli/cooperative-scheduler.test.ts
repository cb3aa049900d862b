import { expect, it } from 'vitest';
import { runCooperatively } from '../../src/cli/cooperative-scheduler.ts';
import type { Steps } from '../../src/model/steps.ts';

function* counted(steps: number, seen: { count: number }): Steps<string> {
  for (; seen.count < steps; seen.count++) yield;
  return 'done';
}

const never = (): Promise<void> => new Promise(() => undefined);

it.each([
  ['nobody is asked', Infinity, false],
  ['an answer is due that never comes', 0, false],
  ['an answer is due for long', -1000, false],
  ['the reading of answers does not end', Infinity, true],
])('goes through all steps where %s', async (_, milliseconds, isReading) => {
  const seen = { count: 0 };
  const spare = { milliseconds: () => milliseconds, nextAnswer: never, isReading: () => isReading };
  expect(await runCooperatively(counted(100, seen), spare)).toBe('done');
  expect(seen.count).toBe(100);
});

it('does nothing while an answer is due, until it has come and the next one is not to be expected', async () => {
  const seen = { count: 0 };
  let free = 0;
  let answer = (): void => undefined;
  let waits = 0;
  const spare = {
    milliseconds: () => free,
    nextAnswer: () => {
      waits++;
      return new Promise<void>((resolve) => (answer = resolve));
    },
    isReading: () => false,
  };
  const result = runCooperatively(counted(100, seen), spare);
  while (waits === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(seen.count).toBe(0);
  free = 60_000;
  answer();
  expect(await result).toBe('done');
  expect(waits).toBe(1);
});

it('does nothing before what has come is read', async () => {
  let left = 10;
  const read = (): void => {
    if (--left > 0) setImmediate(read);
  };
  setImmediate(read);
  function* noting(): Steps<number> {
    return left;
  }
  const spare = { milliseconds: () => Infinity, nextAnswer: never, isReading: () => left > 0 };
  expect(await runCooperatively(noting(), spare)).toBe(0);
});

it('throws the error of a step', async () => {
  function* failing(): Steps<never> {
    yield;
    throw new Error('no');
  }
  await expect(runCooperatively(failing())).rejects.toThrow('no');
});
