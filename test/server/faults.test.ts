import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { parseFaults, strikeOf, type FaultShares } from '../../src/server/http/faults.ts';
import { startServer, type RunningServer } from '../../src/server/start-server.ts';

const cases = parse(readFileSync(new URL('faults.yaml', import.meta.url), 'utf8')) as readonly {
  readonly text: string;
  readonly faults?: FaultShares;
  readonly problem?: string;
}[];

it.each(cases)('reads `$text`', ({ text, faults, problem }) => {
  expect(parseFaults(text)).toEqual(problem === undefined ? { faults } : { problem });
});

async function withServer<T>(faults: FaultShares, body: (server: RunningServer) => Promise<T>): Promise<T> {
  const server = await startServer({ store: 'memory', faults, slowMs: 150 });
  try {
    return await body(server);
  } finally {
    await server.close();
  }
}

const create = ({ url }: RunningServer, host = 'a'): Promise<Response> =>
  fetch(`${url}/endpoints`, { method: 'POST', body: JSON.stringify({ url: `https://${host}.example.com` }) });

const count = ({ outside }: RunningServer): number => outside.objects('endpoint').length;

describe('a fault', () => {
  it('loses the request: nothing is applied', () =>
    withServer({ 'lost-request': 1 }, async (server) => {
      await expect(create(server)).rejects.toThrow('fetch failed');
      expect(count(server)).toBe(0);
      expect(server.requests()).toEqual([{ method: 'POST', path: '/endpoints', status: undefined }]);
    }));

  it('loses the answer: it was applied', () =>
    withServer({ 'lost-answer': 1 }, async (server) => {
      await expect(create(server)).rejects.toThrow('fetch failed');
      expect(count(server)).toBe(1);
      expect(server.requests()).toEqual([{ method: 'POST', path: '/endpoints', status: undefined }]);
    }));

  it('cuts the body: the head came, it was applied', () =>
    withServer({ 'cut-body': 1 }, async (server) => {
      const response = await create(server);
      expect(response.status).toBe(201);
      await expect(response.text()).rejects.toThrow('terminated');
      expect(count(server)).toBe(1);
    }));

  it('answers 5xx, sometimes after it was applied', () =>
    withServer({ '5xx': 1 }, async (server) => {
      const statuses = new Set<number>();
      for (let n = 0; n < 40; n++) statuses.add((await create(server, `h${n}`)).status);
      expect([...statuses].sort()).toEqual([500, 502, 503, 504]);
      expect(count(server)).toBeGreaterThan(8);
      expect(count(server)).toBeLessThan(32);
    }));

  it('answers 429 with the time to wait: nothing is applied', () =>
    withServer({ '429': 1 }, async (server) => {
      const response = await create(server);
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1']);
      expect(count(server)).toBe(0);
    }));

  it('answers late', () =>
    withServer({ slow: 1 }, async (server) => {
      const waited = setTimeout(140, 'waited');
      const answered = create(server).then(({ status }) => status);
      expect(await Promise.race([answered, waited])).toBe('waited');
      expect(await answered).toBe(201);
    }));

  it('lists the objects of some changes ago', () =>
    withServer({ 'stale-list': 1 }, async (server) => {
      const names = Array.from({ length: 12 }, (_, n) => `h${n}`);
      for (const name of names) await create(server, name);
      const seen = (await (await fetch(`${server.url}/endpoints`)).json()) as {
        endpoints: { host: string }[];
      };
      const hosts = seen.endpoints.map(({ host }) => host.split('.')[0]);
      expect(hosts.length).toBeGreaterThanOrEqual(4);
      expect(hosts.length).toBeLessThan(12);
      expect(hosts).toEqual(names.slice(0, hosts.length).reverse());
    }));

  it('strikes the same requests again for the same seed, others for another', () => {
    const struck = (seed: number, faults: FaultShares): string =>
      Array.from({ length: 200 }, (_, n) => (strikeOf(faults, seed, n).has('5xx') ? 'x' : '.')).join('');
    expect(struck(7, { '5xx': 0.1 })).toBe(struck(7, { '5xx': 0.1, slow: 0.5 }));
    expect(struck(7, { '5xx': 0.1 })).not.toBe(struck(8, { '5xx': 0.1 }));
    expect(struck(7, { '5xx': 0 })).not.toContain('x');
    expect(struck(7, { '5xx': 1 })).not.toContain('.');
  });

  it('strikes as often as it should', () => {
    const hits = Array.from({ length: 20_000 }, (_, n) => strikeOf({ slow: 0.05 }, 1, n).has('slow')).filter(
      Boolean,
    );
    expect(hits.length).toBeGreaterThan(850);
    expect(hits.length).toBeLessThan(1150);
  });
});
