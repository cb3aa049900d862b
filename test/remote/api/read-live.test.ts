import { afterEach, describe, expect, it } from 'vitest';
import { openReadApi } from '../../../src/remote/api/open-api.ts';
import { readLive, readLiveTwice } from '../../../src/remote/api/read-live.ts';
import { emptyLedger } from '../../../src/ledger/state.ts';
import type { LedgerEntry } from '../../../src/model/ledger/ledger.ts';
import type { Live } from '../../../src/model/live.ts';
import { withEntry, withOrphan } from '../../ledger/edited-ledger.ts';
import { readLimited } from './limited.ts';
import { endpoint, json, route, service } from './service.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const clock = {
  now: () => new Date(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};
const entry = (kind: LedgerEntry['kind'], id: string, edge_id?: string): LedgerEntry => ({
  uid: id,
  kind,
  id,
  ...(edge_id === undefined ? {} : { edge_id }),
  observed: {},
  observed_at: '2026-01-01T00:00:00Z',
  is_protected: false,
});

async function open(answer: Parameters<typeof service>[0]): Promise<{
  api: ReturnType<typeof openReadApi>;
  asked: () => string[];
}> {
  const { url, received, close } = await service(answer);
  const api = openReadApi({ baseUrl: url, token: undefined, clock });
  closing.push(close, api.close);
  return { api, asked: () => received.map((one) => one.url).sort() };
}

const idOf = (found: Live | 'missing' | undefined): string | undefined =>
  typeof found === 'object' ? found.id : found;

describe('readLive', () => {
  it('is in the order of kind and id, whatever order the lists are in', async () => {
    const { api } = await open(({ url }, response) => {
      if (url === '/endpoints') json(response, 200, { endpoints: ['b', 'c', 'a'].map((id) => endpoint(id)) });
      else
        json(response, 200, {
          tls_edges: ['e', 'd'].map((id) => ({ id, hostports: [`${id}.example.com:443`] })),
        });
    });
    const live = await readLive({ api, ledger: undefined, adoptions: [], kinds: ['tls-edge', 'endpoint'] });
    expect(live.listed.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'endpoint a',
      'endpoint b',
      'endpoint c',
      'tls-edge d',
      'tls-edge e',
    ]);
  });

  it('reads a list with more objects than a call can have arguments', async () => {
    const many = Array.from({ length: 130_000 }, (_, index) => ({ id: `ep_${index}` }));
    const { api } = await open((_, response) => json(response, 200, { endpoints: many }));
    const live = await readLive({ api, ledger: undefined, adoptions: [], kinds: ['endpoint'] });
    expect(live.listed.length).toBe(many.length);
  });

  it('takes from the list what it has, asks for the rest, and confirms what a list lacks', async () => {
    const { api, asked } = await open(({ url }, response) => {
      if (url === '/endpoints')
        json(response, 200, { endpoints: [endpoint('a'), endpoint('x', { type: 'ephemeral' })] });
      else if (url === '/endpoints/late') json(response, 200, endpoint('late'));
      else if (url.endsWith('/routes/r')) json(response, 200, route('r', 'e'));
      else if (url.endsWith('/routes/s')) json(response, 200, route('s', 'e'));
      else json(response, 404, { msg: 'not found' });
    });
    let ledger = emptyLedger({ environment: 'prod', lineage: 'l', api: '' });
    ledger = withEntry(ledger, 'endpoint/a', entry('endpoint', 'a'));
    ledger = withEntry(ledger, 'endpoint/late', entry('endpoint', 'late'));
    ledger = withEntry(ledger, 'endpoint/gone', entry('endpoint', 'gone'));
    ledger = withEntry(ledger, 'https-route/r', entry('https-route', 'r', 'e'));
    ledger = withEntry(ledger, 'https-route/old', entry('https-route', 'old', 'e'));
    ledger = withOrphan(ledger, 'https-route/old', { since: '', how: 'retired' });
    const live = await readLive({
      api,
      ledger,
      adoptions: [
        { address: 'https-route/s', id: 's', edge_id: 'e' },
        { address: 'endpoint/a', id: 'spent' },
      ],
      kinds: [],
    });
    expect(live.listed.map(({ id, isManageable }) => [id, isManageable])).toEqual([
      ['a', true],
      ['x', false],
    ]);
    expect(Object.fromEntries([...live.known].map(([address, found]) => [address, idOf(found)]))).toEqual({
      'endpoint/a': 'a',
      'endpoint/late': 'late',
      'endpoint/gone': 'missing',
      'https-route/r': 'r',
      'https-route/s': 's',
    });
    expect([...live.orphans].map(([address, found]) => [address, idOf(found)])).toEqual([
      ['https-route/old', 'missing'],
    ]);
    expect(asked()).toEqual([
      '/edges/https/e/routes/old',
      '/edges/https/e/routes/r',
      '/edges/https/e/routes/s',
      '/endpoints',
      '/endpoints/gone',
      '/endpoints/late',
    ]);
  });

  it('sees one reading with the adoptions of two commits, and asks for each object once', async () => {
    const { api, asked } = await open(({ url }, response) => {
      const id = url.split('/').at(-1) ?? '';
      if (url.includes('/routes/')) json(response, id === 'none' ? 404 : 200, route(id, 'e'));
      else json(response, 200, { endpoints: [endpoint('a')] });
    });
    const ledger = withEntry(
      emptyLedger({ environment: 'prod', lineage: 'l', api: '' }),
      'https-route/kept',
      entry('https-route', 'kept', 'e'),
    );
    const adopt = (address: 'https-route/same' | 'https-route/other' | 'https-route/kept', id: string) => ({
      address,
      id,
      edge_id: 'e',
    });
    const { live, other } = await readLiveTwice({
      api,
      ledger,
      adoptions: [adopt('https-route/same', 'same'), adopt('https-route/other', 'new')],
      others: [
        adopt('https-route/same', 'same'),
        adopt('https-route/other', 'none'),
        adopt('https-route/kept', 'spent'),
      ],
      kinds: ['endpoint'],
    });
    const ids = [live, other].map(({ known }) =>
      Object.fromEntries([...known].map(([address, found]) => [address, idOf(found)])),
    );
    const both = { 'https-route/kept': 'kept', 'https-route/same': 'same' };
    expect(ids).toEqual([
      { ...both, 'https-route/other': 'new' },
      { ...both, 'https-route/other': 'missing' },
    ]);
    expect(other.listed).toBe(live.listed);
    expect(asked()).toEqual([
      '/edges/https/e/routes/kept',
      '/edges/https/e/routes/new',
      '/edges/https/e/routes/none',
      '/edges/https/e/routes/same',
      '/endpoints',
    ]);
  });

  it('lists everything that can be listed unless it is told what is needed', async () => {
    const { api, asked } = await open(({ url }, response) =>
      json(response, 200, url === '/endpoints' ? { endpoints: [] } : { tls_edges: [] }),
    );
    await readLive({ api, ledger: undefined, adoptions: [] });
    expect(asked()).toEqual(['/edges/tls', '/endpoints']);
  });

  it('stops at the first answer that is no answer', async () => {
    const { api } = await open((_, response) => json(response, 403, { msg: 'no' }));
    await expect(readLive({ api, ledger: undefined, adoptions: [] })).rejects.toMatchObject({ status: 403 });
  });

  it.each([
    [{ a: 400, b: 403 }, 400],
    [{ a: 403, b: 400 }, 403],
    [{ b: 403, old: 400 }, 403],
    [{ old: 403, a: 400 }, 400],
  ])('of several answers that are none reports the first in its own order: %j', async (refused, status) => {
    const slow = Object.entries(refused).find(([, one]) => one === status)?.[0];
    const { api } = await open(({ url }, response) => {
      const id = url.slice(url.lastIndexOf('/') + 1);
      const answer = Object.entries(refused).find(([name]) => name === id)?.[1];
      setTimeout(() => json(response, answer ?? 404, { msg: 'no' }), id === slow ? 100 : 0);
    });
    let ledger = emptyLedger({ environment: 'prod', lineage: 'l', api: '' });
    for (const id of ['a', 'b', 'old'] as const) {
      ledger = withEntry(ledger, `https-route/${id}`, entry('https-route', id, 'e'));
    }
    ledger = withOrphan(ledger, 'https-route/old', { since: '', how: 'retired' });
    await expect(readLive({ api, ledger, adoptions: [], kinds: [] })).rejects.toMatchObject({ status });
  });

  it('does not let a list wait behind the reads of a thousand routes', async () => {
    const unlimited = { takes: () => undefined, ended: () => undefined };
    const about = { routes: 1000, pages: 10, latencyMs: 10, retryAfter: 'missing' } as const;
    const { requests } = await readLimited(unlimited, about);
    expect(requests).toHaveLength(1010);
    // Each page is in the next free slot: of the reads, as many pass as are under way at most in two rounds for each.
    const lastPage = requests.findLastIndex(({ path }) => path.startsWith('/endpoints'));
    expect(lastPage).toBeLessThan(2 * 10 * 32);
  });
});
