import { afterEach, describe, expect, it } from 'vitest';
import { splitMarker } from '../../src/derive/forms/marker.ts';
import type { LedgerFiles } from '../../src/ledger/file/ledger-files.ts';
import type { WriteApi } from '../../src/model/api.ts';
import { SecretReference } from '../../src/model/secret-reference.ts';
import type { JsonObject } from '../../src/model/value.ts';
import { outcomeText } from '../../src/report/run/outcome-words.ts';
import { aRun } from '../ledger/a-run.ts';
import { closedFiles } from '../ledger/closed-files.ts';
import { endpoint } from '../remote/api/service.ts';
import { docs, edge_id, oidc, shop, short } from './applied.ts';
import { openWorld, type World } from './world.ts';
import { ownerOf } from '../../src/derive/forms/owner-id.ts';

let world: World;
afterEach(() => world.close());

describe('a create', () => {
  it('sends the marker, and is in the ledger once it is done', async () => {
    world = await openWorld();
    const done: string[] = [];
    const { outcomes, ledger } = await world.apply(
      [
        world.create(
          'endpoint/shop',
          { ...shop, metadata: 'team=a' },
          { origin: { file: 'a.yaml', line: 1, column: 1 }, isProtected: true },
        ),
        world.create('https-route/docs', { ...docs, oidc }),
        world.create('tls-edge/db', { hostports: ['db.example.com:443'] }),
      ],
      { onOutcome: ({ address }) => done.push(address), concurrency: 1 },
    );
    expect(outcomes.map(short)).toEqual([
      'done create endpoint/shop: created',
      'done create https-route/docs: created',
      'done create tls-edge/db: created',
    ]);
    expect(outcomes.flatMap(({ surprises }) => surprises)).toEqual([]);
    // Endpoints first, then TLS edges, then routes.
    expect(done).toEqual(['endpoint/shop', 'tls-edge/db', 'https-route/docs']);
    expect(await world.stored()).toEqual(ledger);
    const [stored] = world.server.outside.objects('endpoint');
    const { text, marker } = splitMarker(stored!.spec['metadata'] as string);
    expect(text).toBe('team=a');
    expect(marker).toMatchObject({
      owner: ownerOf('l1', 'prod'),
      op: ledger.resources['endpoint/shop']!.uid,
    });
    expect(ledger.resources['endpoint/shop']).toMatchObject({
      id: stored!.id,
      applied: { ...shop, metadata: 'team=a' },
      observed: { ...shop, metadata: 'team=a', type: 'cloud', pooling_enabled: false },
      observed_at: '2026-01-02T03:04:05.000Z',
      is_protected: true,
      origin: 'a.yaml',
    });
    expect(ledger.resources['https-route/docs']).toMatchObject({
      edge_id,
      applied: { oidc: { client_secret: { $secret: { template: '$(secret:OIDC)' } } } },
    });
    const seen = ledger.resources['https-route/docs']!.observed['oidc'];
    expect(seen).toMatchObject({ client_secret: { $secret: { template: '$(secret:OIDC)' } } });
    expect(JSON.stringify(ledger)).not.toContain('hunter2');
    expect(world.server.outside.objects('https-route')[0]!.spec['oidc']).toMatchObject({
      client_secret: 'hunter2-hunter2',
    });
  });

  it('sends no marker if markers are turned off', async () => {
    world = await openWorld();
    await world.apply([world.create('endpoint/shop', shop)], { marker: false });
    expect(JSON.parse(world.passed[0]!.body)).toEqual(shop);
  });

  it('that the API refuses fails, and the other steps go on', async () => {
    world = await openWorld();
    const { outcomes } = await world.apply([
      world.create('endpoint/bad', { url: 'nonsense' }),
      world.create('endpoint/shop', shop),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['failed', 'done']);
    expect(outcomeText(outcomes[0]!)).toMatch(/^`POST \/endpoints` returned 400: /);
    expect(Object.keys((await world.stored())!.resources)).toEqual(['endpoint/shop']);
  });

  it.each([
    ['lost-answer' as const],
    ['cut-answer' as const],
    ['lost' as const],
    [{ status: 502, isCarriedOut: true }],
    [{ status: 302 }],
    [{ status: 201, body: {} }],
  ])('whose response is %j has an unknown outcome, and is never sent again', async (fault) => {
    world = await openWorld(({ method }) => (method === 'POST' ? fault : 'none'));
    const { outcomes } = await world.apply([
      world.create('https-route/docs', docs),
      world.create('endpoint/shop', shop),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['unknown', 'unknown']);
    for (const one of outcomes) expect(outcomeText(one)).toMatch(/; it may have been created$/);
    expect(world.passed.map(({ method }) => method)).toEqual(['POST', 'POST']);
    // Recorded for the next run, which must not create the same object again.
    const since = '2026-01-02T03:04:05.000Z';
    expect((await world.stored())!.unknown).toEqual({
      'endpoint/shop': { kind: 'endpoint', op: expect.any(String) as string, since, identity: shop },
      'https-route/docs': {
        kind: 'https-route',
        op: expect.any(String) as string,
        since,
        edge_id,
        identity: { edge_id, match_type: 'path_prefix', match: '/docs' },
      },
    });
  });

  it.each(['ledger', 'this run'])(
    'that returns the id of a different object of the %s has an unknown outcome',
    async (whose) => {
      // A response repeats what was sent, marker included.
      world = await openWorld(({ method, body }) =>
        method === 'POST'
          ? { status: 201, body: { id: 'ep_1', type: 'cloud', ...(JSON.parse(body) as object) } }
          : 'none',
      );
      const one = world.create('endpoint/one', shop);
      const two = world.create('endpoint/two', { url: 'https://two.example.com' });
      if (whose === 'ledger') await world.apply([one]);
      const { outcomes, ledger } = await world.apply(whose === 'ledger' ? [two] : [one, two], {
        concurrency: 1,
      });
      expect(outcomes.at(-1)).toMatchObject({ status: 'unknown', address: 'endpoint/two' });
      expect(outcomeText(outcomes.at(-1)!)).toBe(
        'the response names `ep_1`, which is `endpoint/one`: it is unknown what was created',
      );
      expect(Object.keys(ledger.resources)).toEqual(['endpoint/one']);
      expect(Object.keys((await world.stored())!.unknown ?? {})).toEqual(['endpoint/two']);
    },
  );

  it('that a signal cuts off has an unknown outcome at once, and is recorded', async () => {
    const urgent = new AbortController();
    world = await openWorld(({ method }) => {
      if (method !== 'POST') return 'none';
      setTimeout(() => urgent.abort(), 20);
      return new Promise(() => undefined);
    });
    const stop = new AbortController();
    urgent.signal.addEventListener('abort', () => stop.abort());
    const { outcomes } = await world.apply(
      [world.create('https-route/docs', docs), world.create('endpoint/shop', shop)],
      { urgent: urgent.signal, signal: stop.signal, concurrency: 1 },
    );
    expect(outcomes.map(({ address, status }) => [address, status])).toEqual([
      ['https-route/docs', 'skipped'],
      ['endpoint/shop', 'unknown'],
    ]);
    expect(outcomeText(outcomes[1]!)).toBe(
      'the run was ended before the response to `POST /endpoints` came; it may have been created',
    );
    expect(Object.keys((await world.stored())!.unknown ?? {})).toEqual(['endpoint/shop']);
  });

  it('that returns an id that was live before has an unknown outcome, and nothing of it is recorded', async () => {
    world = await openWorld(({ method, body }) =>
      method === 'POST'
        ? { status: 201, body: { id: 'ep_9', type: 'cloud', ...(JSON.parse(body) as object) } }
        : 'none',
    );
    for (const marker of [true, false]) {
      const { outcomes, ledger } = await world.apply([world.create('endpoint/shop', shop)], {
        seen: new Set(['ep_9']),
        marker,
      });
      expect(outcomes.map(short)).toEqual([
        'unknown create endpoint/shop: the response names `ep_9`, which existed before: it is unknown what was created',
      ]);
      expect(ledger.resources).toEqual({});
      expect(Object.keys((await world.stored())!.unknown!)).toEqual(['endpoint/shop']);
    }
  });

  it.each([
    ['another object', { status: 200, body: { id: 'ep_9', type: 'cloud', ...shop } }],
    ['nothing', { status: 404 }],
    ['no answer', { status: 500 }],
  ])('whose response lacks the marker has an unknown outcome if the GET gives %s', async (_what, fault) => {
    for (const made of [
      { id: 'ep_9', type: 'cloud', ...shop },
      { id: 'ep_9', url: 7 },
    ]) {
      world = await openWorld(({ method }) => (method === 'POST' ? { status: 201, body: made } : fault));
      const { outcomes, ledger } = await world.apply([world.create('endpoint/shop', shop)]);
      expect(outcomes.map(short)).toEqual([
        'unknown create endpoint/shop: the response names `ep_9`, which does not carry the marker that was sent: it is unknown what was created',
      ]);
      expect(ledger.resources).toEqual({});
      // A later plan tells the id, and does not call the response lost.
      expect((await world.stored())!.unknown).toMatchObject({ 'endpoint/shop': { answered: 'ep_9' } });
      if (made.url !== 7) await world.close();
    }
  });

  it.each([
    [{ id: 'ep_1' }, 'done', 'created'],
    [
      { id: 'ep_1', url: 7 },
      'done',
      'created, though the answer to `POST /endpoints` is malformed: `url` is a number, not text; read again',
    ],
  ])(
    'whose response %j lacks the marker is recorded once the GET shows it',
    async (answered, status, says) => {
      let sent: object = {};
      world = await openWorld(({ method, body }) => {
        if (method !== 'POST') return { status: 200, body: { id: 'ep_1', type: 'cloud', ...sent } };
        sent = JSON.parse(body) as object;
        return { status: 201, body: answered };
      });
      const { outcomes, ledger } = await world.apply([world.create('endpoint/shop', shop)]);
      expect(outcomes.map(short)).toEqual([`${status} create endpoint/shop: ${says}`]);
      expect(ledger.resources['endpoint/shop']).toMatchObject({ id: 'ep_1', applied: shop, observed: shop });
    },
  );

  it('without a marker whose malformed response has an id is recorded, then read and compared', async () => {
    const answered = { id: 'ep_1', uri: '/endpoints/ep_1', type: 'cloud', ...shop, description: 'another' };
    world = await openWorld(({ method }) =>
      method === 'POST' ? { status: 201, body: { id: 'ep_1', url: 7 } } : { status: 200, body: answered },
    );
    const { outcomes, ledger } = await world.apply(
      [world.create('endpoint/shop', { ...shop, description: 'ours' })],
      { marker: false },
    );
    expect(outcomes).toMatchObject([
      {
        status: 'failed',
        reason: {
          code: 'created-not-kept',
          message: 'the answer to `POST /endpoints` is malformed: `url` is a number, not text',
          paths: ['description'],
        },
        surprises: [],
      },
    ]);
    expect(ledger.resources['endpoint/shop']).toMatchObject({
      id: 'ep_1',
      applied: { description: 'ours' },
      observed: { description: 'another' },
    });
  });

  it('without a marker whose malformed response has an id is recorded, and not read when a second signal comes', async () => {
    const urgent = new AbortController();
    world = await openWorld(({ method }) => {
      if (method === 'POST') return { status: 201, body: { id: 'ep_1', url: 7 } };
      setTimeout(() => urgent.abort(), 20);
      return new Promise(() => undefined);
    });
    const { outcomes, ledger } = await world.apply([world.create('endpoint/shop', shop)], {
      urgent: urgent.signal,
      marker: false,
    });
    expect(outcomes).toMatchObject([{ status: 'failed', id: 'ep_1', reason: { code: 'created-unseen' } }]);
    expect(world.passed.filter(({ method }) => method === 'GET')).toHaveLength(1);
    expect(ledger.resources['endpoint/shop']).toMatchObject({ id: 'ep_1' });
  });

  it.each([
    [{ status: 200, body: { id: 'ep_1', url: 7 } }, 'whether it is as planned cannot be seen: '],
    [{ status: 404 }, 'read again, it does not exist: plan again'],
  ])(
    'without a marker that cannot be compared, because the GET returns %j, is not a success',
    async (fault, says) => {
      world = await openWorld(({ method }) =>
        method === 'POST' ? { status: 201, body: { id: 'ep_1', url: 7 } } : fault,
      );
      const { outcomes, ledger } = await world.apply([world.create('endpoint/shop', shop)], {
        marker: false,
      });
      expect(outcomes[0]).toMatchObject({ status: 'failed', id: 'ep_1' });
      expect(outcomeText(outcomes[0]!)).toContain(says);
      expect(ledger.resources['endpoint/shop']).toMatchObject({ id: 'ep_1', observed: shop });
    },
  );

  it('is sent again after 429, which states that it was not carried out', async () => {
    world = await openWorld(({ count }) => (count < 3 ? { status: 429, after: '1' } : 'none'));
    const { outcomes } = await world.apply([world.create('endpoint/shop', shop)]);
    expect(outcomes.map(short)).toEqual(['done create endpoint/shop: created']);
    expect(world.server.outside.objects('endpoint')).toHaveLength(1);
  });

  it('whose response is lost after a 429 is in doubt since the last time it was sent', async () => {
    world = await openWorld(({ method, count }) =>
      method !== 'POST' ? 'none' : count === 1 ? { status: 429, after: '40' } : 'lost-answer',
    );
    const { outcomes } = await world.apply([world.create('endpoint/shop', shop)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['unknown']);
    const since = (await world.stored())!.unknown!['endpoint/shop']!.since;
    expect(since.slice(0, 19)).toBe('2026-01-02T03:04:45');
  });

  it('is not sent again after 429 if the lock was taken away meanwhile', async () => {
    world = await openWorld(async ({ method }) => {
      if (method !== 'POST') return 'none';
      await world.store.unlock('prod', aRun.id);
      return { status: 429, after: '1' };
    });
    const { outcomes } = await world.apply([world.create('endpoint/shop', shop)]);
    expect(outcomes.map(short)).toEqual([
      'skipped create endpoint/shop: not attempted: the ledger lock was removed while this run held it',
    ]);
    expect(world.passed.map(({ method }) => method)).toEqual(['POST']);
  });

  it('reports where the response differs from the plan, without the value of a secret', async () => {
    world = await openWorld();
    const predicted = {
      ...docs,
      match: '/other',
      oidc: { ...oidc, client_secret: new SecretReference([{ secret: 'ROTATED' }]) },
    };
    const { outcomes } = await world.apply([
      world.create('https-route/docs', { ...docs, oidc }, { predicted }),
    ]);
    expect(outcomes[0]).toMatchObject({
      status: 'failed',
      reason: { code: 'done-not-kept', paths: ['match', 'oidc.client_secret'] },
    });
    expect(JSON.stringify(outcomes)).not.toMatch(/hunter2|swordfish/);
  });
});

it('shares one sync of the journal among simultaneous requests and responses', async () => {
  let syncs = 0;
  const files: LedgerFiles = {
    ...closedFiles,
    create: async (place) => {
      const file = await closedFiles.create(place);
      if (!place.includes('journal')) return file;
      const sync = (): Promise<void> => {
        syncs++;
        return Promise.resolve();
      };
      return { ...file, sync };
    },
  };
  world = await openWorld(undefined, files);
  const concurrency = 20;
  let sent = 0;
  let waiting: (() => void)[] = [];
  // Neither the disk nor the network takes time of its own: all responses of a round arrive together.
  const api: WriteApi = {
    origin: 'https://api',
    skew: () => undefined,
    writesAtOnce: () => concurrency,
    list: () => Promise.resolve([]),
    get: () => Promise.resolve(undefined),
    getMany: () => Promise.resolve([]),
    create: async (_kind, _parent, body, before) => {
      await before?.();
      const id = `ep_${++sent}`;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length < concurrency) return;
        for (const each of waiting) each();
        waiting = [];
      });
      return endpoint(id, JSON.parse(body) as object) as JsonObject;
    },
    update: () => Promise.reject(new Error('there is no update')),
    delete: () => Promise.reject(new Error('there is no delete')),
  };
  const { ledger } = await world.apply(
    Array.from({ length: 2 * concurrency }, (_, index) =>
      world.create(`endpoint/n${index}`, { url: `https://n${index}.example.com` }),
    ),
    { api },
  );
  expect(Object.keys(ledger.resources)).toHaveLength(40);
  // Of 80 records.
  expect(syncs).toBeLessThanOrEqual(6);
  expect(await world.stored()).toEqual(ledger);
});
