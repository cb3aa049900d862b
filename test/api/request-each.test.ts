import { expect, it } from 'vitest';
import { limiter } from '../../src/api/limiter.ts';
import { requestEach } from '../../src/api/request-each.ts';
import { virtualClock } from './virtual-clock.ts';

const room = { first: 4, most: 4 };
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

it('gives the results in order, whatever order the responses come in', async () => {
  const { clock, run } = virtualClock();
  const slots = limiter(room, clock);
  let results: readonly number[] = [];
  let begun = 0;
  let most = 0;
  void requestEach(slots, numbers(100), (index, slot) =>
    slot(async () => {
      begun++;
      most = Math.max(most, begun);
      await clock.sleep(1 + ((index * 7) % 13));
      begun--;
      return index * 2;
    }),
  ).then((all) => (results = all));
  await run(() => results.length > 0);
  expect(results).toEqual(numbers(100).map((each) => each * 2));
  expect(most).toBe(4);
});

it('begins a request only when there is room, and lets others in between', async () => {
  const { clock, run } = virtualClock();
  const slots = limiter({ first: 1, most: 1 }, clock);
  const begun: string[] = [];
  const request = (name: string) => async (): Promise<void> => {
    begun.push(name);
    await clock.sleep(10);
  };
  const all = requestEach(slots, numbers(3), (index, slot) => slot(request(`${index}`)));
  expect(begun).toEqual(['0']);
  void slots.run(request('page'), 'first');
  void slots.run(request('last'));
  await run(() => begun.length === 5);
  expect(begun).toEqual(['0', 'page', '1', '2', 'last']);
  await all;
});

it.each([
  ['the first comes first', 10, 30],
  ['the first comes last', 30, 10],
])('throws the first failure in order, and begins no more: %s', async (_name, ofFirst, ofSecond) => {
  const { clock, run } = virtualClock();
  const slots = limiter(room, clock);
  const begun: number[] = [];
  let failure: unknown;
  requestEach(slots, numbers(50), (index, slot) =>
    slot(async () => {
      begun.push(index);
      await clock.sleep(index === 1 ? ofFirst : index === 2 ? ofSecond : 20);
      if (index === 1 || index === 2) throw new Error(`request ${index} failed`);
    }),
  ).catch((error: unknown) => (failure = error));
  await run(() => failure !== undefined);
  expect(failure).toMatchObject({ message: 'request 1 failed' });
  expect(begun.length).toBeLessThan(8);
  await expect(slots.run(() => Promise.resolve('goes on'))).resolves.toBe('goes on');
});

it('ends at once without requests', async () => {
  const slots = limiter(room, virtualClock().clock);
  await expect(requestEach(slots, [], () => Promise.reject(new Error('no')))).resolves.toEqual([]);
});
