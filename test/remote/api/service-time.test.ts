/** The clock that machines with different ones share, told by whole seconds. */
import { expect, test } from 'vitest';
import { serviceClock, serviceTime } from '../../../src/remote/api/service-time.ts';

const header = (time: number): string => new Date(time).toUTCString();
const start = Date.parse('2026-06-01T12:00:00.400Z');

/** The skew that a machine sees whose clock is off by so much, after some responses that took half a second. */
function skewOf(offset: number, times: readonly number[] = [0, 700, 1900]): number | undefined {
  const { seen, skew } = serviceTime();
  for (const after of times) {
    const served = start + after;
    seen(header(served), served - 250 + offset, served + 250 + offset);
  }
  return skew();
}

test('is unknown until a response tells it', () => {
  const { seen, skew } = serviceTime();
  expect(skew()).toBeUndefined();
  for (const date of [undefined, '', 'yesterday']) seen(date, start, start);
  expect(skew()).toBeUndefined();
  expect(
    serviceClock({ now: () => new Date(start), sleep: () => Promise.resolve() }, { skew })
      .now()
      .getTime(),
  ).toBe(start);
});

test('is 0 where both clocks may agree: half a second more or less is not seen', () => {
  for (const offset of [-200, 0, 200]) expect(skewOf(offset)).toBe(0);
});

test.each([-120_000, 120_000, 365 * 86_400_000])(
  'is that of a machine that is off by %d ms, to a second',
  (offset) => {
    const skew = skewOf(offset)!;
    expect(Math.abs(skew + offset)).toBeLessThan(1000);
    const ours = { now: () => new Date(start + offset), sleep: () => Promise.resolve() };
    const now = serviceClock(ours, { skew: () => skew })
      .now()
      .getTime();
    expect(Math.abs(now - start)).toBeLessThan(1000);
  },
);

test('follows a clock that is set in the middle of a run', () => {
  const { seen, skew } = serviceTime();
  seen(header(start), start, start);
  expect(skew()).toBe(0);
  seen(header(start + 5000), start + 65_000, start + 65_000);
  expect(Math.abs(skew()! + 60_000)).toBeLessThan(1000);
});
