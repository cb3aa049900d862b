/* The counter of work finds what is quadratic, however it is written. */
import { growth, mostGrowth, workOf } from '../work.ts';
import { expect, test } from 'vitest';

const numbers = (size: number): readonly number[] => Array.from({ length: size }, (_, index) => index);

const linear: Readonly<Record<string, (items: readonly number[]) => unknown>> = {
  'a loop': (items) => {
    let sum = 0;
    for (const item of items) sum += item;
    return sum;
  },
  'an index': (items) => {
    const known = new Set(items);
    return items.filter((item) => known.has(-item));
  },
  'a sort': (items) => [...items].sort((a, b) => b - a),
};

const quadratic: typeof linear = {
  'two loops without a call': (items) => {
    let same = 0;
    for (const one of items) for (const other of items) if (one === other) same++;
    return same;
  },
  'a search in a loop': (items) => items.filter((item) => items.includes(-item - 1)),
  'a callback in a loop': (items) => items.map((item) => items.find((other) => other === -item - 1)),
  'a list that is copied for each item': (items) =>
    items.reduce<readonly number[]>((all, item) => [...all, item], []),
};

test.each(Object.entries(linear))('%s is linear', async (_name, task) => {
  expect(await growthOf(task)).toBeLessThan(mostGrowth);
});

test.each(Object.entries(quadratic))('%s is not', async (_name, task) => {
  expect(await growthOf(task)).toBeGreaterThan(2 * mostGrowth);
});

test('the same task has the same work each time', async () => {
  const task = (): unknown => quadratic['a search in a loop']!(numbers(50));
  await workOf(task);
  expect(await workOf(task)).toBe(await workOf(task));
});

function growthOf(task: (items: readonly number[]) => unknown): Promise<number> {
  return growth((size) => {
    const items = numbers(size);
    return () => task(items);
  }, 100);
}
