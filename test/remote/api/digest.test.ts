import { expect, it } from 'vitest';
import { digester } from '../../../src/remote/api/digest.ts';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('reads one answer a turn, in their order, and none in the turn that it came in', async () => {
  const digest = digester();
  const seen: string[] = [];
  const all = ['a', 'b', 'c'].map((name) => digest.take(() => seen.push(name)));
  await Promise.resolve();
  expect(seen).toEqual([]);
  await nextTurn();
  expect(seen.length).toBeLessThanOrEqual(1);
  await Promise.all(all);
  expect(seen).toEqual(['a', 'b', 'c']);
});

it('goes on after an answer that cannot be read', async () => {
  const digest = digester();
  const bad = digest.take(() => {
    throw new Error('malformed');
  });
  const good = digest.take(() => 'read');
  await expect(bad).rejects.toThrow('malformed');
  await expect(good).resolves.toBe('read');
});
