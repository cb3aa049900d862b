import { expect, it } from 'vitest';
import { limiter } from '../../src/api/limiter.ts';

/** Virtual time: `advance` lets it pass and wakes who slept. */
function virtualClock(): {
  clock: Parameters<typeof limiter>[1];
  run: (until: () => boolean) => Promise<number>;
} {
  let now = 0;
  let sleepers: { at: number; wake: () => void }[] = [];
  return {
    clock: {
      now: () => new Date(now),
      sleep: (milliseconds) =>
        new Promise((wake) => sleepers.push({ at: now + Math.max(1, milliseconds), wake })),
    },
    run: async (until) => {
      while (!until()) {
        for (let turn = 0; turn < 20; turn++) await Promise.resolve();
        if (until()) break;
        const next = Math.min(...sleepers.map(({ at }) => at));
        if (next === Infinity) throw new Error('nobody will ever wake');
        now = Math.max(now, next);
        const due = sleepers.filter(({ at }) => at <= now);
        sleepers = sleepers.filter(({ at }) => at > now);
        for (const { wake } of due) wake();
      }
      return now;
    },
  };
}

it('never has more under way than it may, and finishes all', async () => {
  const { clock, run } = virtualClock();
  const slots = limiter({ first: 16, most: 16 }, clock);
  let running = 0;
  let most = 0;
  let ended = 0;
  for (let index = 0; index < 1000; index++) {
    void slots.run(async (startedAt) => {
      most = Math.max(most, ++running);
      await clock.sleep(50);
      running--;
      ended++;
      slots.wentWell(startedAt);
    });
  }
  const time = await run(() => ended === 1000);
  expect(most).toBe(16);
  expect(time).toBe(Math.ceil(1000 / 16) * 50);
});

it('takes more at once while answers come as fast, and no more when they do not', async () => {
  const mostAtOnce = async (bears: number): Promise<number> => {
    const { clock, run } = virtualClock();
    const slots = limiter({ first: 16, most: 32 }, clock);
    let running = 0;
    let most = 0;
    let ended = 0;
    for (let index = 0; index < 4000; index++) {
      void slots.run(async (startedAt) => {
        most = Math.max(most, ++running);
        await clock.sleep(running <= bears ? 50 : 50 * (running / bears) ** 4);
        running--;
        ended++;
        slots.wentWell(startedAt);
      });
    }
    await run(() => ended === 4000);
    return most;
  };
  expect(await mostAtOnce(64)).toBe(32);
  expect(await mostAtOnce(18)).toBeLessThan(26);
});

it('takes one more at once after each round that went well', async () => {
  const { clock, run } = virtualClock();
  const slots = limiter({ first: 4, most: 32 }, clock);
  let [running, most, ended] = [0, 0, 0];
  for (let index = 0; index < 4 + 5 + 6; index++) {
    void slots.run(async (startedAt) => {
      most = Math.max(most, ++running);
      await clock.sleep(50);
      running--;
      ended++;
      slots.wentWell(startedAt);
    });
  }
  await run(() => ended === 15);
  expect(most).toBe(6);
});

it('goes on after a task that failed', async () => {
  const { clock } = virtualClock();
  const slots = limiter({ first: 1, most: 1 }, clock);
  await expect(slots.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(slots.run(() => Promise.resolve(7))).resolves.toBe(7);
});

it('expects no answer any more when all have come', async () => {
  const { clock } = virtualClock();
  const slots = limiter({ first: 2, most: 2 }, clock);
  expect(slots.spare.milliseconds()).toBe(Infinity);
  const good = slots.run(() => Promise.resolve());
  const bad = slots.run(() => Promise.reject(new Error('no')));
  expect(slots.spare.milliseconds()).toBeLessThan(Infinity);
  const told = slots.spare.nextAnswer();
  await good;
  await expect(bad).rejects.toThrow('no');
  await told;
  expect(slots.spare.milliseconds()).toBe(Infinity);
});

type Count = (now: number) => boolean;

/** Gives back a little at a time, and lets so many pass at once. */
function bucket(rate: number, burst: number): Count {
  let tokens = burst;
  let filledAt = 0;
  return (now) => {
    tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * rate);
    filledAt = now;
    if (tokens < 1) return false;
    tokens--;
    return true;
  };
}

/** Takes so many in a second, which begins with the first request after the last one. */
function windows(rate: number): Count {
  let start = -Infinity;
  let taken = 0;
  return (now) => {
    if (now - start >= 1000) {
      start = now;
      taken = 0;
    }
    return ++taken <= rate;
  };
}

/** Sends so many requests to a service that takes some and asks the rest to wait for a second. */
async function against(takes: Count, count: number): Promise<{ time: number; refused: number }> {
  const { clock, run } = virtualClock();
  const slots = limiter({ first: 16, most: 32 }, clock);
  let ended = 0;
  let refused = 0;
  const request = async (): Promise<void> => {
    const isTaken = await slots.run(async (startedAt) => {
      await clock.sleep(1);
      const taken = takes(clock.now().getTime());
      await clock.sleep(1);
      if (taken) slots.wentWell(startedAt);
      else slots.slowDown(startedAt, 1000);
      return taken;
    });
    if (isTaken) {
      ended++;
      return;
    }
    refused++;
    await clock.sleep(1000);
    await request();
  };
  for (let index = 0; index < count; index++) void request();
  return { time: await run(() => ended === count), refused };
}

const services: readonly (readonly [string, rate: number, count: number, Count])[] = [
  ['in windows, 200 a second', 200, 1011, windows(200)],
  ['in windows, 200 a second, for long', 200, 5000, windows(200)],
  ['in windows, 20 a second', 20, 400, windows(20)],
  ['a little at a time, 200 a second', 200, 1011, bucket(200, 20)],
  ['a little at a time, 200 a second, for long', 200, 5000, bucket(200, 20)],
  ['a little at a time, 20 a second', 20, 400, bucket(20, 2)],
  ['a second at once, 200 a second', 200, 1011, bucket(200, 200)],
];

it.each(services)('settles at the rate of a service that counts %s', async (_name, rate, count, takes) => {
  const { time, refused } = await against(takes, count);
  expect(time / 1000).toBeLessThan((1.15 * count) / rate);
  expect(refused).toBeLessThan(count / 3);
});
