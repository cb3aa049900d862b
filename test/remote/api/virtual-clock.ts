import type { Clock } from '../../../src/model/io.ts';

/** Virtual time, which passes in `run` when all sleep. */
export function virtualClock(): {
  clock: Clock;
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
