import { expect, it } from 'vitest';
import { stopwatch } from '../../src/api/stopwatch.ts';

it('expects nothing when nobody was asked, and of the first answer what is usual', () => {
  const watch = stopwatch(() => 0);
  expect(watch.milliseconds()).toBe(Infinity);
  watch.start(0);
  expect(watch.milliseconds()).toBe(30);
});

it('expects an answer to the oldest request somewhat before the quickest would have come', () => {
  let now = 0;
  const watch = stopwatch(() => now);
  const endFirst = watch.start(0);
  const endSecond = watch.start(10);
  endFirst(100);
  now = 20;
  expect(watch.milliseconds()).toBe(65);
  now = 90;
  expect(watch.milliseconds()).toBe(-5);
  endSecond(60);
  watch.start(90);
  expect(watch.milliseconds()).toBe(37.5);
});

it('believes what is slower only little by little', () => {
  const watch = stopwatch(() => 0);
  watch.start(0)(100);
  for (let answers = 0; answers < 100; answers++) watch.start(0)(1000);
  watch.start(0);
  const after100 = watch.milliseconds();
  for (let answers = 0; answers < 3000; answers++) watch.start(0)(1000);
  expect(after100).toBeGreaterThan(75);
  expect(after100).toBeLessThan(100);
  expect(watch.milliseconds()).toBe(750);
});

it.each([
  ['came at once', 0],
  ['came while the clock was set back', -60_000],
])('goes by the others after one that %s', (_, end) => {
  const watch = stopwatch(() => 0);
  watch.start(0)(end);
  for (let answers = 0; answers < 5000; answers++) watch.start(0)(1000);
  watch.start(0);
  expect(watch.milliseconds()).toBe(750);
});

it('tells all who wait of the next answer, once', async () => {
  const watch = stopwatch(() => 0);
  const end = watch.start(0);
  const told: string[] = [];
  const waiting = ['a', 'b'].map((name) => watch.nextAnswer().then(() => told.push(name)));
  end(1);
  await Promise.all(waiting);
  watch.start(1)(2);
  expect(told).toEqual(['a', 'b']);
});
