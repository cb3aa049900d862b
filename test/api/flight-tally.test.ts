import { expect, it } from 'vitest';
import { flightTally, type FlightTally } from '../../src/api/flight-tally.ts';

function counted(pairs: readonly (readonly [inFlight: number, good: number, bad: number])[]): FlightTally {
  const all = flightTally(32);
  for (const [inFlight, good, bad] of pairs) {
    for (let count = 0; count < good; count++) all.accepted(inFlight);
    for (let count = 0; count < bad; count++) all.rejected(inFlight);
  }
  return all;
}

it.each([
  ['nothing', [], undefined],
  ['what was only accepted', [[1, 9, 0]], undefined],
  ['rejections above a number only', [[2, 9, 0], [3, 0, 1], [4, 0, 5]], 2], // prettier-ignore
  ['few exceptions above it', [[8, 50, 0], [9, 2, 8]], 8], // prettier-ignore
  ['rejections at every number', [[1, 1, 9], [2, 1, 9]], undefined], // prettier-ignore
  ['as many accepted above as below', [[2, 30, 0], [3, 30, 2], [4, 30, 2]], undefined], // prettier-ignore
  ['more than it has room for', [[40, 0, 1]], 31],
] as const)('finds a limit in %s, or none', (_what, pairs, limit) => {
  expect(counted(pairs).limitOfService()).toBe(limit);
});

it('asks more than one trial to believe that a service accepts more', () => {
  const all = counted([[2, 9, 0], [3, 0, 9]]); // prettier-ignore
  all.startTrial(2);
  for (let count = 0; count < 4; count++) all.accepted(3);
  expect(all.limitOfService()).toBe(2);
  all.accepted(3);
  expect(all.limitOfService()).toBeUndefined();
});

it('takes any limit that a user asks for', () => {
  const tally = flightTally(5_000_000_000);
  for (let count = 0; count < 20; count++) tally.accepted(2_000);
  expect(tally.limitOfService()).toBeUndefined();
});
