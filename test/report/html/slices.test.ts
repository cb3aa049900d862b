import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSlices } from '../../../src/report/page/client/slices.ts';

let now = 0;

beforeEach(() => {
  now = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A thousand pieces of a millisecond each. */
function* slowWork(done: string[], name: string): Generator {
  for (let piece = 0; piece < 1000; piece++) {
    now++;
    done.push(name);
    yield;
  }
}

test('works in slices, and reacts in between', () => {
  const done: string[] = [];
  createSlices().start(slowWork(done, 'a'));
  expect(done.length).toBeLessThan(100);
  vi.runOnlyPendingTimers();
  expect(done.length).toBeGreaterThan(32);
  expect(done.length).toBeLessThan(200);
  vi.runAllTimers();
  expect(done.length).toBe(1000);
});

test('new work takes the place of what is not done', () => {
  const done: string[] = [];
  const slices = createSlices();
  slices.start(slowWork(done, 'a'));
  slices.start(slowWork(done, 'b'));
  vi.runAllTimers();
  expect(done.filter((name) => name === 'a').length).toBeLessThan(100);
  expect(done.filter((name) => name === 'b').length).toBe(1000);
});

test('the rest can be done at once', () => {
  const done: string[] = [];
  const slices = createSlices();
  slices.start(slowWork(done, 'a'));
  slices.finish();
  expect(done.length).toBe(1000);
  vi.runAllTimers();
  expect(done.length).toBe(1000);
});
