import { expect, it } from 'vitest';
import { limiter } from '../../src/api/limiter.ts';
import { virtualClock } from './virtual-clock.ts';

it('never has more under way than it may, and finishes all', async () => {
  const { clock, run } = virtualClock();
  const slots = limiter({ first: 16, most: 16 }, clock);
  let running = 0;
  let most = 0;
  let ended = 0;
  for (let index = 0; index < 1000; index++) {
    void slots.run(async (start) => {
      most = Math.max(most, ++running);
      await clock.sleep(50);
      running--;
      ended++;
      slots.wentWell(start);
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
      void slots.run(async (start) => {
        most = Math.max(most, ++running);
        await clock.sleep(running <= bears ? 50 : 50 * (running / bears) ** 4);
        running--;
        ended++;
        slots.wentWell(start);
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
    void slots.run(async (start) => {
      most = Math.max(most, ++running);
      await clock.sleep(50);
      running--;
      ended++;
      slots.wentWell(start);
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
