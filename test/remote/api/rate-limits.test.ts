/**
 * A plan's reading under limits of which the client knows nothing, in virtual time: N requests to a service that takes
 * R a second last N / R, and at most a quarter longer.
 */
import { describe, expect, it } from 'vitest';
import { bucket, concurrent, fixedWindow, type RetryAfter, type ServiceLimit } from './limited-service.ts';
import { readLimited } from './limited.ts';

/** With requests a second. */
type Case = readonly [what: string, limit: () => ServiceLimit, rate: number];

const latencyMs = 50;
const perSecond = (atOnce: number): number => (atOnce * 1000) / latencyMs;

const buckets: readonly [Case, ...Case[]] = [
  ['200 a second, 20 at once', () => bucket(200, 20), 200],
  ['20 a second, 2 at once', () => bucket(20, 2), 20],
  ['5 a second, 5 at once', () => bucket(5, 5), 5],
];
const windows: readonly [Case, ...Case[]] = [
  ['200 in a second', () => fixedWindow(200, 1000), 200],
  ['20 in a second', () => fixedWindow(20, 1000), 20],
  ['500 in 10 seconds', () => fixedWindow(500, 10_000), 50],
  ['120 in 50 seconds', () => fixedWindow(120, 50_000), 2.4],
];
const crowds: readonly [Case, ...Case[]] = [
  ['one', () => concurrent(1), perSecond(1)],
  ['4', () => concurrent(4), perSecond(4)],
  ['8', () => concurrent(8), perSecond(8)],
  ['12', () => concurrent(12), perSecond(12)],
];

const [routes, pages] = [1000, 10];

describe.each([
  ['a bucket that refills with', buckets],
  ['windows of', windows],
  ['as many requests at the same time as', crowds],
] as const)('a service that takes %s', (_kind, cases) => {
  it.each(cases)('%s is read at its rate', async (_what, limit, rate) => {
    await readsAtRate(limit(), rate, 'seconds');
  });
  const [[, limit, rate]] = cases;
  it.each(['date', 'missing'] as const)('is read at its rate where the wait is said in %s', async (how) => {
    await readsAtRate(limit(), rate, how);
  });
});

async function readsAtRate(limit: ServiceLimit, rate: number, retryAfter: RetryAfter): Promise<void> {
  const { milliseconds, requests } = await readLimited(limit, { routes, pages, latencyMs, retryAfter });
  expect(milliseconds / 1000).toBeLessThan((1.25 * (routes + pages)) / rate);
  expect(requests.length).toBeLessThan(1.15 * (routes + pages));
  expect(requests.filter(({ isTaken }) => isTaken)).toHaveLength(routes + pages);
}

it.each([
  ['a bucket', bucket(200, 20), 200],
  ['windows', fixedWindow(200, 1000), 200],
  ['one at the same time', concurrent(1), perSecond(1)],
  ['12 at the same time', concurrent(12), perSecond(12)],
] as const)('keeps to %s also where some responses take three times as long', async (_what, limit, rate) => {
  const jitter = 0.5;
  const about = { routes, pages, latencyMs, retryAfter: 'seconds', jitter } as const;
  const { milliseconds } = await readLimited(limit, about);
  expect(milliseconds / 1000).toBeLessThan((1.25 * (routes + pages)) / rate);
});

it('finds the limit of concurrent requests where the service says 503', async () => {
  const about = { routes: 800, pages: 5, latencyMs, retryAfter: 'missing', refusal: 503 } as const;
  const { milliseconds, requests } = await readLimited(concurrent(8), about);
  expect(milliseconds / 1000).toBeLessThan((1.25 * 805) / perSecond(8));
  expect(requests.length).toBeLessThan(900);
});

it.each([
  ['a bucket', bucket(50, 5)],
  ['windows', fixedWindow(50, 1000)],
])('reads a list before what needs no order, in the rate of %s', async (_what, limit) => {
  const about = { routes: 600, pages: 200, latencyMs: 5, retryAfter: 'seconds' } as const;
  const { requests } = await readLimited(limit, about);
  const isPage = ({ path }: { readonly path: string }): boolean => path.startsWith('/endpoints');
  const taken = requests.filter(({ isTaken }) => isTaken);
  const lastPage = taken.findLastIndex(isPage);
  const lastRoute = taken.findLastIndex((one) => !isPage(one));
  expect(lastPage).toBeLessThan(lastRoute);
  expect(taken).toHaveLength(800);
});

/** Rejects each of so many requests, whoever sends it and however fast. */
function eachOf(many: number): ServiceLimit {
  let count = 0;
  return { takes: (now) => (++count % many === 0 ? now : undefined), ended: () => undefined };
}

it.each([10, 20])('is not slowed down by a service of which each %i. response is 503', async (many) => {
  const about = { routes: 2000, pages: 5, latencyMs, retryAfter: 'missing', refusal: 503 } as const;
  const { milliseconds } = await readLimited(eachOf(many), about);
  expect(milliseconds / 1000).toBeLessThan(20);
});

it('waits for a window that others have used up, and then reads at its rate', async () => {
  const window = fixedWindow(1000, 60_000);
  for (let count = 0; count < 1000; count++) window.takes(-20_000);
  const about = { routes: 900, pages: 5, latencyMs, retryAfter: 'seconds' } as const;
  const { milliseconds } = await readLimited(window, about);
  // 40 seconds of the window are left.
  expect(milliseconds).toBeLessThan(1.1 * 40_000 + 3000);
});

it.each([
  ['0 seconds', { 'retry-after': '0' }],
  ['a date in the past', { 'retry-after': 'Mon, 01 Jan 2001 00:00:00 GMT' }],
  ['no time', { 'retry-after': 'soon' }],
])('reads at the rate of a service whose rejections name %s', async (_what, headers) => {
  const about = { routes: 500, pages: 5, latencyMs, retryAfter: 'missing', headers } as const;
  const { milliseconds, requests } = await readLimited(bucket(50, 5), about);
  expect(milliseconds / 1000).toBeLessThan((1.25 * 505) / 50);
  expect(requests.length).toBeLessThan(1.3 * 505);
});

it('sends nothing while a window is closed for as long as the service says', async () => {
  const window = fixedWindow(100, 20_000);
  const about = { routes: 200, pages: 5, latencyMs, retryAfter: 'seconds' } as const;
  const { requests } = await readLimited(window, about);
  const [first] = requests.filter(({ isTaken }) => !isTaken);
  const early = requests.filter(({ at }) => at > (first?.at ?? 0) + 1000 && at < 18_000);
  expect(early).toEqual([]);
});

/** It rejects every request, for ever. */
const closed: ServiceLimit = { takes: () => 0, ended: () => undefined };

it('ends, with the name of the limit, where a service rejects all and asks for no wait', async () => {
  const about = { routes: 20, pages: 1, latencyMs, retryAfter: 'missing' } as const;
  const service = { ...about, headers: { 'retry-after': '0' } };
  let last = 0;
  const seen: ServiceLimit = { ...closed, takes: (now) => (last = now) };
  await expect(readLimited(seen, service)).rejects.toThrow(/429/);
  expect(last).toBeGreaterThan(60_000);
  expect(last).toBeLessThan(10 * 60_000);
});
