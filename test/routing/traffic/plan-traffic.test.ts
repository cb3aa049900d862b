import { expect, test } from 'vitest';
import { planWithTraffic, shiftText, trafficCases } from './plan-traffic-case.ts';

test.each(trafficCases().map((one) => ({ title: one.name, one })))('$title', ({ one }) => {
  expect((planWithTraffic(one).traffic ?? []).map(shiftText)).toEqual(one.traffic);
});
