import { expect, it } from 'vitest';
import { limiter, type Limiter, type Start } from '../../src/api/limiter.ts';
import { virtualClock } from './virtual-clock.ts';

/** The limits of a client for writes. */
const writes = { first: 8, most: 32, isDoubling: true };

type Answer = { readonly ms: number; readonly status: 201 | 429 | 500 };

/** Sends so many writes to a service that answers by how many it has at once, until each is carried out. */
async function against(answer: (atOnce: number) => Answer, count: number) {
  const { clock, run } = virtualClock();
  const slots = limiter(writes, clock);
  const seen = { running: 0, ended: 0, rejected: 0, limits: [] as number[] };
  const send = async (): Promise<void> => {
    const status = await slots.run(async (start) => {
      const { ms, status } = answer(seen.running + 1);
      // What is rejected takes no place.
      const taken = status === 429 ? 0 : 1;
      seen.running += taken;
      await clock.sleep(ms);
      seen.running -= taken;
      tell(slots, start, status);
      seen.limits.push(slots.atOnce());
      return status;
    });
    if (status === 201) seen.ended++;
    else {
      seen.rejected++;
      if (status === 429) await clock.sleep(1000);
      await send();
    }
  };
  for (let index = 0; index < count; index++) void send();
  const time = await run(() => seen.ended === count);
  const half = seen.limits.slice(seen.limits.length / 2);
  return { time, rejected: seen.rejected, most: Math.max(...seen.limits), later: Math.max(...half) };
}

function tell(slots: Limiter, start: Start, status: Answer['status']): void {
  if (status === 201) slots.wentWell(start);
  else if (status === 429) slots.slowDown(start, 1000);
  else slots.failed(start);
}

it('is up to 32 where the service bears it, and costs one round trip more than 32 from the start', async () => {
  const { most, time } = await against(() => ({ ms: 20, status: 201 }), 1000);
  expect(most).toBe(32);
  expect(time).toBeLessThanOrEqual((Math.ceil(1000 / 32) + 2) * 20);
});

it('falls back where a service takes ten at once and rejects the others', async () => {
  const ten = (atOnce: number): Answer => (atOnce > 10 ? { ms: 2, status: 429 } : { ms: 20, status: 201 });
  const { later, rejected, time } = await against(ten, 2000);
  expect(later).toBeLessThanOrEqual(11);
  expect(rejected).toBeLessThan(0.06 * 2000);
  expect(time).toBeLessThan((1.2 * 2000 * 20) / 10);
});

it('falls back where more at once only makes the responses slower', async () => {
  const slower = (atOnce: number): Answer => ({ ms: 20 * Math.max(1, atOnce / 8), status: 201 });
  const { later, time } = await against(slower, 2000);
  expect(later).toBeLessThanOrEqual(14);
  // Nothing is lost: such a service does no more in a second.
  expect(time).toBeLessThan((1.05 * 2000 * 20) / 8);
});

it('falls back where a service fails when it has too much to do', async () => {
  const failing = (atOnce: number): Answer => ({ ms: 20, status: atOnce > 20 ? 500 : 201 });
  const { later, rejected } = await against(failing, 2000);
  expect(later).toBeLessThanOrEqual(21);
  expect(rejected).toBeLessThan(60);
});

it('is the same for requests that fail together as for one', async () => {
  const { clock, run } = virtualClock();
  const slots = limiter(writes, clock);
  let ended = 0;
  for (let index = 0; index < 8; index++)
    void slots.run(async (start) => {
      await clock.sleep(20);
      slots.failed(start);
      ended++;
    });
  await run(() => ended === 8);
  expect(slots.atOnce()).toBe(4);
});
