import { expect, it } from 'vitest';
import { limiter, type Limiter, type RequestEnd } from '../../../src/remote/api/limiter.ts';
import { readEach } from '../../../src/remote/api/open-api.ts';
import { virtualClock } from './virtual-clock.ts';

/** Sends so many requests, each until it is accepted, to a service that answers by how many it has at once. */
async function sendAll(
  limits: { readonly first: number; readonly most: number },
  count: number,
  answer: (atOnce: number) => { readonly ms: number; readonly end: RequestEnd },
): Promise<{
  readonly time: number;
  readonly most: number;
  readonly rejected: number;
  readonly last: number;
}> {
  const { clock, run } = virtualClock();
  const requests = limiter(limits, clock);
  const seen = { running: 0, most: 0, ended: 0, rejected: 0 };
  const send = async (): Promise<void> => {
    const started = await requests.start();
    const { ms, end } = answer(seen.running + 1);
    // What is rejected takes no place.
    const place = typeof end === 'object' ? 0 : 1;
    seen.running += place;
    seen.most = Math.max(seen.most, seen.running);
    await clock.sleep(ms);
    seen.running -= place;
    started.end(end);
    if (end === 'accepted') seen.ended++;
    else {
      seen.rejected++;
      await clock.sleep(1000);
      await send();
    }
  };
  for (let index = 0; index < count; index++) void send();
  const time = await run(() => seen.ended === count);
  return { time, most: seen.most, rejected: seen.rejected, last: requests.atOnce() };
}

const accepted = { ms: 50, end: 'accepted' } as const;

it('never has more in flight than it may, and finishes all', async () => {
  const { most, time } = await sendAll({ first: 16, most: 16 }, 1000, () => accepted);
  expect(most).toBe(16);
  expect(time).toBe(Math.ceil(1000 / 16) * 50);
});

it('has one more in flight after each round that was accepted', async () => {
  expect((await sendAll({ first: 4, most: 32 }, 4 + 5 + 6, () => accepted)).most).toBe(6);
  expect((await sendAll({ first: 4, most: 8 }, 1000, () => accepted)).most).toBe(8);
});

it('has at most one more in flight than a service accepts', async () => {
  const ten = (atOnce: number) =>
    atOnce > 10 ? ({ ms: 2, end: { retryAfterMs: 1000 } } as const) : accepted;
  const { rejected, time, last } = await sendAll({ first: 8, most: 32 }, 2000, ten);
  expect(last).toBeLessThanOrEqual(11);
  expect(rejected).toBeLessThan(0.06 * 2000);
  expect(time).toBeLessThan((1.2 * 2000 * 50) / 10);
});

it('has fewer in flight where a service fails when it has too much to do', async () => {
  const failing = (atOnce: number) => ({ ms: 20, end: atOnce > 20 ? 'failed' : 'accepted' }) as const;
  const { rejected, last } = await sendAll({ first: 8, most: 32 }, 2000, failing);
  expect(last).toBeLessThanOrEqual(21);
  expect(rejected).toBeLessThan(60);
});

it('halves once for requests that fail together', async () => {
  const { clock, run } = virtualClock();
  const requests = limiter({ first: 8, most: 32 }, clock);
  const ended: number[] = [];
  for (let index = 0; index < 8; index++)
    void requests.start().then(async ({ end }) => {
      await clock.sleep(20);
      end('failed');
      ended.push(index);
    });
  await run(() => ended.length === 8);
  expect(requests.atOnce()).toBe(4);
});

it('goes on after a request that was not sent', async () => {
  const requests = limiter({ first: 1, most: 1 }, virtualClock().clock);
  (await requests.start()).end('unsent');
  await expect(requests.start()).resolves.toMatchObject({ at: 0 });
});

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** Runs a task of some milliseconds as a request. */
function reader({ clock }: Pick<ReturnType<typeof virtualClock>, 'clock'>, begun: number[]) {
  return async (index: number, { end }: { end: (how: RequestEnd) => void }, ms = 10): Promise<number> => {
    begun.push(index);
    await clock.sleep(ms);
    end('accepted');
    return index * 2;
  };
}

it('reads each in order, whatever order the responses come in', async () => {
  const virtual = virtualClock();
  const read = reader(virtual, []);
  let results: readonly number[] = [];
  void readEach(limiter({ first: 4, most: 4 }, virtual.clock), numbers(12), (index, started) =>
    read(index, started, 1 + ((index * 7) % 13)),
  ).then((all) => (results = all));
  await virtual.run(() => results.length > 0);
  expect(results).toEqual(numbers(12).map((each) => each * 2));
});

it('makes a request only when it may start, and lets others in between', async () => {
  const virtual = virtualClock();
  const requests: Limiter = limiter({ first: 1, most: 1 }, virtual.clock);
  const begun: number[] = [];
  const read = reader(virtual, begun);
  void readEach(requests, numbers(3), read);
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual([0]);
  void requests.start('first').then((started) => read(70, started));
  void requests.start().then((started) => read(80, started));
  await virtual.run(() => begun.length === 5);
  expect(begun).toEqual([0, 70, 1, 80, 2]);
});

it.each([
  ['the first comes first', 10, 30],
  ['the first comes last', 30, 10],
])('throws the first failure in order, and begins no more: %s', async (_name, ofFirst, ofSecond) => {
  const virtual = virtualClock();
  const requests = limiter({ first: 4, most: 4 }, virtual.clock);
  const begun: number[] = [];
  const read = reader(virtual, begun);
  let failure: unknown;
  readEach(requests, numbers(50), async (index, started) => {
    await read(index, started, index === 1 ? ofFirst : index === 2 ? ofSecond : 20);
    if (index === 1 || index === 2) throw new Error(`request ${index} failed`);
  }).catch((error: unknown) => (failure = error));
  await virtual.run(() => failure !== undefined);
  expect(failure).toMatchObject({ message: 'request 1 failed' });
  expect(begun.length).toBeLessThan(8);
  await expect(requests.start()).resolves.toBeDefined();
});
