import type { Clock } from '../../../../src/model/io.ts';

/** Time that passes only during a sleep; `slept` has the waits in milliseconds. */
export function fakeClock(): Clock & { readonly slept: number[] } {
  let now = Date.parse('2026-06-01T12:00:00Z');
  const slept: number[] = [];
  return {
    slept,
    now: () => new Date(now),
    elapsed: () => now,
    sleep: (milliseconds) => {
      slept.push(milliseconds);
      now += milliseconds;
      return Promise.resolve();
    },
  };
}
