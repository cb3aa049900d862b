import { expect, it } from 'vitest';
import { runCooperatively } from '../../src/cli/cooperative-scheduler.ts';
import type { Steps } from '../../src/model/steps.ts';

function* counted(steps: number, seen: { count: number }): Steps<string> {
  for (; seen.count < steps; seen.count++) yield;
  return 'done';
}

it('goes through all steps', async () => {
  const seen = { count: 0 };
  expect(await runCooperatively(counted(100, seen))).toBe('done');
  expect(seen.count).toBe(100);
});

it('throws the error of a step', async () => {
  function* failing(): Steps<never> {
    yield;
    throw new Error('no');
  }
  await expect(runCooperatively(failing())).rejects.toThrow('no');
});
