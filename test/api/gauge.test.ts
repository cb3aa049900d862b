import { expect, it } from 'vitest';
import { gauge } from '../../src/api/gauge.ts';

/** A gauge, and so many answers that each took so long. */
function started(first: number, most = 32) {
  const one = gauge({ first, most });
  return {
    one,
    answers: (count: number, ms: number) => Array.from({ length: count }, () => one.wentWell(ms)),
  };
}

it('counts a round anew after each', () => {
  const { one, answers } = started(2);
  answers(2, 50);
  expect(one.limit()).toBe(3);
  answers(2, 50);
  expect(one.limit()).toBe(3);
  answers(1, 50);
  expect(one.limit()).toBe(4);
});

it('counts a round anew after a complaint, its times as well as its answers', () => {
  const { one, answers } = started(4);
  answers(4, 50);
  answers(3, 5000);
  one.slowDown();
  expect(one.limit()).toBe(2);
  answers(1, 50);
  expect(one.limit()).toBe(2);
  answers(1, 50);
  expect(one.limit()).toBe(3);
});

it('takes one less where a round took half as long again, never less than at first for that', () => {
  const { one, answers } = started(2);
  answers(2, 50);
  answers(3, 76);
  expect(one.limit()).toBe(2);
  answers(2, 76);
  expect(one.limit()).toBe(2);
  answers(2, 75);
  expect(one.limit()).toBe(3);
});

it('has at least one under way, and at most as many as it may', () => {
  const { one, answers } = started(2, 3);
  for (let times = 0; times < 3; times++) one.slowDown();
  expect(one.limit()).toBe(1);
  answers(10, 50);
  expect(one.limit()).toBe(3);
});
