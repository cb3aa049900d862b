import { expect, it } from 'vitest';
import { gauge } from '../../src/api/gauge.ts';

/** A gauge, and so many answers that each took so long, with so many in flight. */
function started(first: number, most = 32, isDoubling = false) {
  const one = gauge({ first, most, isDoubling });
  return {
    one,
    limit: (now = 0) => one.limit(now),
    answers: (count: number, ms: number, inFlight = 1) =>
      Array.from({ length: count }, () => one.wentWell(0, { tookMs: ms, inFlight, left: 1000 })),
  };
}

it('counts a round anew after each', () => {
  const { limit, answers } = started(2);
  answers(2, 50);
  expect(limit()).toBe(3);
  answers(2, 50);
  expect(limit()).toBe(3);
  answers(1, 50);
  expect(limit()).toBe(4);
});

it('takes one less where a round took half as long again, never less than at first for that', () => {
  const { limit, answers } = started(2);
  answers(2, 50);
  answers(3, 76);
  expect(limit()).toBe(2);
  answers(2, 76);
  expect(limit()).toBe(2);
  answers(2, 75);
  expect(limit()).toBe(3);
});

it('has at most as many under way as it may', () => {
  const { limit, answers } = started(2, 3);
  answers(10, 50);
  expect(limit()).toBe(3);
});

it('takes as many as a service accepts at the same time, and tries one more after some rounds', () => {
  const { one, limit, answers } = started(4);
  expect(one.refused(4, true)).toBe(true);
  expect(one.refused(3, false)).toBe(true);
  expect(limit()).toBe(2);
  answers(4, 50, 2);
  expect(one.growsAt()).toBeGreaterThan(0);
  expect(limit()).toBe(2);
  expect(limit(50)).toBe(3);
  expect(one.refused(3, true)).toBe(true);
  answers(4, 50, 2);
  expect(one.growsAt()).toBeUndefined();
  answers(4, 50, 2);
  expect(one.growsAt()).toBeDefined();
});

it('keeps its limit where a service also rejects requests that are alone', () => {
  const { one, limit, answers } = started(4);
  answers(3, 50, 4);
  expect(one.refused(1, true)).toBe(false);
  expect(limit()).toBe(4);
});

it('doubles until a round is slower, which it takes back, and then takes one more each round', () => {
  const { limit, answers } = started(8, 32, true);
  const round = (ms: number): number => {
    answers(limit(), ms);
    return limit();
  };
  expect([round(20), round(22), round(40), round(20), round(20)]).toEqual([16, 32, 16, 17, 18]);
});

it('takes one less for a slower round once a round of the most was good', () => {
  const { limit, answers } = started(8, 32, true);
  const round = (ms: number): number => {
    answers(limit(), ms);
    return limit();
  };
  expect([round(20), round(20), round(20), round(40)]).toEqual([16, 32, 32, 31]);
});

it('takes half as many after a failure of the service, and does not double again', () => {
  const { one, limit, answers } = started(8, 32, true);
  one.failed();
  expect(limit()).toBe(4);
  answers(4, 20);
  expect(limit()).toBe(5);
  for (let count = 0; count < 5; count++) one.failed();
  expect(limit()).toBe(1);
});
