import type { Outcome } from '../../src/model/plan/run-event.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { splitMarker, ownerOf } from '../../src/derive/forms/marker.ts';
import { closedFiles } from '../ledger/closed-files.ts';
import type { LedgerFiles } from '../../src/ledger/file/ledger-files.ts';
import type { WriteApi } from '../../src/model/api.ts';
import type { UsedApproval } from '../../src/model/approval.ts';
import { SecretReference } from '../../src/model/secret.ts';
import { applyExitCode } from '../../src/apply/run-exit-code.ts';
import type { JsonObject } from '../../src/model/value.ts';
import type { Address } from '../../src/model/workspace.ts';
import { outcomeText } from '../../src/report/run/outcome-words.ts';
import { endpoint } from '../remote/api/service.ts';
import { aRun } from '../ledger/a-run.ts';
import { openWorld, step, type World } from './world.ts';

let world: World;
afterEach(() => world.close());

const edge_id = 'edghts_1';
const shop = { url: 'https://shop.example.com' };
const docs = { edge_id, match_type: 'path_prefix', match: '/docs', backend: { backend_id: 'bkd_1' } };
const oidc = {
  issuer: 'https://login.example.com',
  client_id: 'shop',
  client_secret: new SecretReference([{ secret: 'OIDC' }]),
};
const short = (outcome: Outcome): string =>
  `${outcome.status} ${outcome.action} ${outcome.address}: ${outcomeText(outcome)}`;

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

describe('secrets', () => {
  const unset = { ...oidc, client_secret: new SecretReference([{ secret: 'NOT_SET' }]) };

  it('that are missing block their step, and the others go on', async () => {
    world = await openWorld();
    const { outcomes } = await world.apply([
      world.create('https-route/docs', { ...docs, oidc: unset }),
      world.create('endpoint/shop', shop),
    ]);
    expect(outcomes.map(short)).toEqual([
      'blocked create https-route/docs: secrets are not set: NOT_SET',
      'done create endpoint/shop: created',
    ]);
    expect(world.passed).toHaveLength(1);
  });

  it('that the service repeats are not shown, whole or cut', async () => {
    const said = (value: string) => ({ status: 400, body: { msg: value } });
    world = await openWorld(({ count }) =>
      said(count === 1 ? 'bad secret hunter2-hunter2!' : `${'x'.repeat(288)}hunter2-hunter2`),
    );
    const routes = ['a', 'b'].map((name) =>
      world.create(`https-route/${name}`, { ...docs, match: `/${name}`, oidc }),
    );
    const { outcomes } = await world.apply(routes, { concurrency: 1 });
    expect(outcomeText(outcomes[0]!)).toMatch(/bad secret \(secret\)!$/);
    expect(outcomeText(outcomes[1]!)).toMatch(/x\(secret\)…$/);
    expect(JSON.stringify(outcomes)).not.toMatch(/hunter/);
  });

  it('keep their former fingerprint if they are not sent', async () => {
    world = await openWorld();
    const fingerprint = (uid: string) => (path: unknown, value: { reveal: () => string }) =>
      `${uid.slice(0, 2)}:${String(path)}:${value.reveal().length}`;
    await world.apply([world.create('https-route/docs', { ...docs, oidc })], { fingerprint });
    const kept = {
      template: '$(secret:OIDC)',
      fingerprint: expect.stringContaining(':oidc,client_secret:15'),
    };
    const before = (await world.stored())!.resources['https-route/docs']!;
    expect(before.applied!['oidc']).toMatchObject({ client_secret: { $secret: kept } });
    const update = await world.update('https-route/docs', { description: 'now with words' });
    await world.apply([{ ...update, desired: { ...docs, oidc, description: 'now with words' } }], {
      fingerprint,
    });
    const after = (await world.stored())!.resources['https-route/docs']!;
    expect(after.applied!['oidc']).toEqual(before.applied!['oidc']);
    expect(after.uid).toBe(before.uid);
  });
});

describe('an update', () => {
  const isPatch = ({ method }: { method: string }): boolean => method === 'PATCH';

  it('waits before it is sent again, also after a 429 that asks for no wait', async () => {
    let refused = 0;
    world = await openWorld(({ method }) =>
      method === 'PATCH' && ++refused <= 4 ? { status: 429, after: '0' } : 'none',
    );
    const { ledger } = await world.apply([world.create('endpoint/shop', shop)]);
    const before = Date.parse(ledger.resources['endpoint/shop']!.observed_at);
    const update = await world.update('endpoint/shop', { description: 'new' });
    const updated = await world.apply([update]);
    expect(updated.outcomes.map(({ status }) => status)).toEqual(['done']);
    const after = Date.parse(updated.ledger.resources['endpoint/shop']!.observed_at);
    expect(after - before).toBeGreaterThan(5_000);
  });

  it('reads the object first, sends the planned body, and keeps the marker', async () => {
    world = await openWorld();
    await world.apply([world.create('endpoint/shop', { ...shop, metadata: '{"team":"a"}' })]);
    const before = world.passed.length;
    const { outcomes, ledger } = await world.apply([
      await world.update('endpoint/shop', { description: 'the shop', metadata: '{"team":"b"}' }),
    ]);
    expect(outcomes.map(short)).toEqual(['done update endpoint/shop: updated']);
    expect(outcomes[0]!.surprises).toEqual([]);
    // The first GET is the test's own.
    expect(world.passed.slice(before + 1).map(({ method }) => method)).toEqual(['GET', 'PATCH']);
    const stored = world.server.outside.objects('endpoint')[0]!.spec;
    expect(splitMarker(stored['metadata'] as string)).toMatchObject({
      text: '{"team":"b"}',
      marker: { op: ledger.resources['endpoint/shop']!.uid },
    });
    expect(ledger.resources['endpoint/shop']!.observed).toMatchObject({
      description: 'the shop',
      metadata: '{"team":"b"}',
    });
    expect(ledger.serial).toBe(3);
  });

  it('of an object changed outside Edgewright since the plan is not sent, and names the change', async () => {
    world = await openWorld();
    await world.apply([world.create('https-route/docs', docs)]);
    const update = await world.update('https-route/docs', { description: 'ours' });
    const { id } = (await world.stored())!.resources['https-route/docs']!;
    await world.server.outside.change('https-route', id, {
      description: 'theirs',
      compression: { enabled: false },
    });
    const { outcomes } = await world.apply([update]);
    expect(outcomes.map(short)).toEqual([
      'failed update https-route/docs: changed outside Edgewright since the plan was made: `description`; plan again',
    ]);
    expect(outcomes[0]!.cause).toBe('stale');
    expect(world.passed.filter(isPatch)).toEqual([]);
  });

  it('of an object that somebody has changed to the same since the plan is not sent, and names the change', async () => {
    world = await openWorld();
    await world.apply([world.create('https-route/docs', docs)]);
    const update = await world.update('https-route/docs', { description: 'ours' });
    const { id } = (await world.stored())!.resources['https-route/docs']!;
    await world.server.outside.change('https-route', id, { description: 'ours' });
    const { outcomes } = await world.apply([update]);
    expect(outcomes.map(short)).toEqual([
      'failed update https-route/docs: changed outside Edgewright since the plan was made: `description`; plan again',
    ]);
  });

  it('of an object that is gone, or no longer a cloud endpoint, is not sent', async () => {
    world = await openWorld();
    await world.apply([
      world.create('endpoint/a', shop),
      world.create('endpoint/b', { url: 'https://b.example.com' }),
    ]);
    const steps = [
      await world.update('endpoint/a', { description: 'x' }),
      await world.update('endpoint/b', { description: 'x' }),
    ];
    const { resources } = (await world.stored())!;
    await world.server.outside.remove('endpoint', resources['endpoint/a']!.id);
    await world.server.outside.change('endpoint', resources['endpoint/b']!.id, { type: 'edge' });
    const { outcomes } = await world.apply(steps);
    expect(outcomes.map(short)).toEqual([
      'failed update endpoint/a: deleted outside Edgewright since the plan was made; plan again',
      'failed update endpoint/b: it is no longer of a type that this API can change',
    ]);
    expect(world.passed.filter(isPatch)).toEqual([]);
  });

  it.each([
    ['lost' as const, 2],
    ['lost-answer' as const, 1],
    ['cut-answer' as const, 1],
    [{ status: 500 }, 2],
    [{ status: 500, isCarriedOut: true }, 1],
    [{ status: 429, after: '1' }, 2],
  ])('whose response is %j is settled by reading the object (%i sent)', async (fault, sent) => {
    world = await openWorld((passing) => (isPatch(passing) && passing.count === 1 ? fault : 'none'));
    await world.apply([world.create('endpoint/shop', shop)]);
    const { outcomes, ledger } = await world.apply([
      await world.update('endpoint/shop', { description: 'x' }),
    ]);
    expect(outcomes.map(short)).toEqual(['done update endpoint/shop: updated']);
    expect(world.passed.filter(isPatch)).toHaveLength(sent);
    expect(ledger.resources['endpoint/shop']!.observed).toMatchObject({ description: 'x' });
  });

  it('is tried four times, and then states that nothing has changed', async () => {
    world = await openWorld((passing) => (isPatch(passing) ? { status: 503 } : 'none'));
    await world.apply([world.create('endpoint/shop', shop)]);
    const { outcomes } = await world.apply([await world.update('endpoint/shop', { description: 'x' })]);
    expect(outcomes.map(short)).toEqual([
      'failed update endpoint/shop: `PATCH /endpoints/{id}` returned 503; the object is as it was before',
    ]);
    expect(world.passed.filter(isPatch)).toHaveLength(4);
  });

  it.each(['PATCH', 'DELETE'])('%s waits as long for a rate limit as a create', async (method) => {
    world = await openWorld((passing) =>
      passing.method === method && passing.count <= 11 ? { status: 429, after: '1' } : 'none',
    );
    await world.apply([world.create('endpoint/shop', shop)]);
    const next =
      method === 'PATCH'
        ? await world.update('endpoint/shop', { description: 'x' })
        : await world.remove('endpoint/shop');
    const { outcomes } = await world.apply([next]);
    expect(outcomes.map(({ status }) => status)).toEqual(['done']);
    expect(world.passed.filter((one) => one.method === method)).toHaveLength(12);
  });

  it('that is refused after a lost sending has an unknown outcome: that one may still arrive', async () => {
    world = await openWorld(({ method, count }) =>
      method !== 'PATCH' ? 'none' : count === 1 ? 'lost' : { status: 403 },
    );
    await world.apply([world.create('endpoint/shop', shop)]);
    const { outcomes } = await world.apply([await world.update('endpoint/shop', { description: 'x' })]);
    expect(outcomes.map(short)).toEqual([
      'unknown update endpoint/shop: `PATCH /endpoints/{id}` returned 403 (the credential may not do this); it may have been carried out: plan again to see',
    ]);
    expect(Object.keys((await world.stored())!.unsettled ?? {})).toHaveLength(1);
  });

  it('that must wait longer than a run may ends the run, which names the time', async () => {
    world = await openWorld((passing) => (isPatch(passing) ? { status: 429, after: '661' } : 'none'));
    await world.apply([
      world.create('endpoint/a', shop),
      world.create('endpoint/b', { url: 'https://b.example.com' }),
    ]);
    const steps = [
      await world.update('endpoint/a', { description: 'x' }),
      await world.update('endpoint/b', { description: 'x' }),
    ];
    const { outcomes } = await world.apply(steps, { concurrency: 1 });
    expect(outcomes.map(short)).toEqual([
      expect.stringMatching(
        /^failed update endpoint\/a: .*\(the service asks to wait until 2026-01-02 03:15:06 UTC; a run waits 60 s/,
      ),
      'skipped update endpoint/b: not attempted: the service asks to wait until 2026-01-02 03:15:06 UTC',
    ]);
    expect(applyExitCode(outcomes, { isInterrupted: false })).toBe(69);
    expect(world.passed.filter(isPatch)).toHaveLength(1);
  });

  it.each(['PATCH', 'DELETE'])('%s that returns 202 is read again', async (method) => {
    world = await openWorld((passing) =>
      passing.method === method && passing.count === 1 ? { status: 202, isCarriedOut: true } : 'none',
    );
    await world.apply([world.create('endpoint/shop', shop)]);
    await world.later(61_000);
    const next =
      method === 'PATCH'
        ? await world.update('endpoint/shop', { description: 'x' })
        : await world.remove('endpoint/shop');
    const { outcomes } = await world.apply([next]);
    expect(outcomes.map(({ status }) => status)).toEqual(['done']);
    const after = world.passed.slice(world.passed.findIndex((one) => one.method === method) + 1);
    expect(after.map((one) => one.method)).toEqual(['GET']);
  });

  it('keeps drift as an outside change for the next plan', async () => {
    world = await openWorld();
    await world.apply([world.create('https-route/docs', { ...docs, compression: { enabled: true } })]);
    const before = (await world.stored())!.resources['https-route/docs']!;
    await world.server.outside.change('https-route', before.id, { compression: { enabled: false } });
    const held = step('https-route/docs', 'drift', {
      changes: [{ path: 'compression.enabled', cause: 'outside', isSecret: false }],
    });
    const update = await world.update('https-route/docs', { description: 'x' });
    const { outcomes, ledger } = await world.apply([update, held]);
    expect(outcomes.map(({ status }) => status)).toEqual(['done', 'drifted']);
    const after = ledger.resources['https-route/docs']!;
    expect(after.observed).toEqual({ ...before.observed, description: 'x' });
    expect(after.observed_at).toBe(before.observed_at);
  });

  it('waits until a lost one of the same object cannot arrive any more, also after a rename', async () => {
    world = await openWorld(({ method, body }) =>
      method === 'PATCH' && body.includes('lost') ? 'lost' : 'none',
    );
    await world.apply([world.create('endpoint/shop', shop)]);
    await world.apply([await world.update('endpoint/shop', { description: 'lost' })]);
    const [[op, write] = []] = Object.entries((await world.stored())!.unsettled ?? {});
    expect(op).toMatch(/^[0-9a-f]{32}$/);
    expect(write).toMatchObject({ address: 'endpoint/shop', sent: { description: 'lost' } });
    const renamed = { address: 'endpoint/store', formerly: 'endpoint/shop' } as const;
    const { outcomes } = await world.apply([
      await world.update('endpoint/shop', { description: 'new' }, renamed),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['done']);
    const { resources, unsettled } = (await world.stored())!;
    expect(unsettled).toBeUndefined();
    const sentAt = Date.parse(resources['endpoint/store']!.observed_at);
    expect(sentAt - Date.parse(write!.since)).toBeGreaterThanOrEqual(60_000);
  });

  it('does not wait for a lost one after a signal, and sends nothing', async () => {
    const stop = new AbortController();
    world = await openWorld(({ method }) => (method === 'PATCH' ? 'lost' : 'none'));
    await world.apply([world.create('endpoint/shop', shop)]);
    await world.apply([await world.update('endpoint/shop', { description: 'lost' })]);
    const update = await world.update('endpoint/shop', { description: 'new' });
    const before = world.passed.length;
    const { outcomes } = await world.apply([update], {
      signal: stop.signal,
      onWait: () => stop.abort(),
    });
    expect(outcomes).toMatchObject([{ status: 'skipped', reason: { code: 'interrupted' } }]);
    expect(world.passed).toHaveLength(before);
  });

  it('that is done by a second sending leaves the first one in doubt: a different one waits for it', async () => {
    world = await openWorld(({ method, count }) => (method === 'PATCH' && count === 1 ? 'lost' : 'none'));
    await world.apply([world.create('endpoint/shop', shop)]);
    const first = await world.apply([await world.update('endpoint/shop', { description: 'a' })]);
    expect(first.outcomes.map(({ status }) => status)).toEqual(['done']);
    const [write] = Object.values((await world.stored())!.unsettled ?? {});
    expect(write).toMatchObject({ address: 'endpoint/shop', sent: { description: 'a' } });
    await world.apply([await world.update('endpoint/shop', { description: 'b' })]);
    const { resources, unsettled } = (await world.stored())!;
    expect(unsettled).toBeUndefined();
    const sentAt = Date.parse(resources['endpoint/shop']!.observed_at);
    expect(sentAt - Date.parse(write!.since)).toBeGreaterThanOrEqual(60_000);
  });

  it('is not sent again if the lock was taken away meanwhile, and what was sent is unknown', async () => {
    world = await openWorld(async ({ method }) => {
      if (method !== 'PATCH') return 'none';
      await world.store.unlock('prod', aRun.id);
      return 'lost';
    });
    await world.apply([world.create('endpoint/shop', shop)]);
    const update = await world.update('endpoint/shop', { description: 'new' });
    const { outcomes } = await world.apply([update]);
    expect(outcomes.map(({ status }) => status)).toEqual(['unknown']);
    expect(world.passed.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  });

  it('that failed while the object was changed outside Edgewright has an unknown outcome', async () => {
    world = await openWorld(async (passing) => {
      if (!isPatch(passing)) return 'none';
      const { id } = (await world.stored())!.resources['endpoint/shop']!;
      await world.server.outside.change('endpoint', id, { description: 'theirs' });
      return { status: 500 };
    });
    await world.apply([world.create('endpoint/shop', shop)]);
    const { outcomes } = await world.apply([await world.update('endpoint/shop', { description: 'x' })]);
    expect(outcomes[0]).toMatchObject({ status: 'unknown' });
    expect(world.passed.filter(isPatch)).toHaveLength(1);
  });
});

describe('an object whose marker names another owner', () => {
  const theirs = `edgewright:${'0'.repeat(16)}.${'1'.repeat(12)}.${'2'.repeat(32)}`;
  const name = 'endpoint/shop' as const;

  it('gets neither a PATCH nor a DELETE, if only the look before them sees it', async () => {
    world = await openWorld();
    const made = await world.apply([world.create(name, shop)]);
    const { id } = made.ledger.resources[name]!;
    const steps = [await world.update(name, { description: 'x' }), await world.remove(name)];
    await world.server.outside.change('endpoint', id, { metadata: theirs });
    const sent = world.passed.length;
    const adopting = await world.adopt('endpoint/other', id, shop);
    for (const each of [...steps, adopting]) {
      const { outcomes } = await world.apply([each]);
      expect(outcomes.map(short)).toEqual([
        `failed ${each.action} ${each.address}: not sent: the marker of ${id} names another owner (${'0'.repeat(16)}); plan again`,
      ]);
    }
    expect(world.passed.slice(sent).filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('gets one if the files say that it was handed over', async () => {
    world = await openWorld();
    const made = await world.apply([world.create(name, shop)]);
    const { id } = made.ledger.resources[name]!;
    await world.server.outside.change('endpoint', id, { metadata: theirs });
    const step = await world.update(name, { description: 'x' });
    const { outcomes } = await world.apply([step], { handedOver: new Set([id]) });
    expect(outcomes.map(short)).toEqual(['done update endpoint/shop: updated']);
  });
});

describe('a delete', () => {
  const isDelete = ({ method }: { method: string }): boolean => method === 'DELETE';

  it.each([
    ['none' as const],
    ['lost-answer' as const],
    ['lost' as const],
    [{ status: 500 }],
    [{ status: 500, isCarriedOut: true }],
  ])('removes the entry from the ledger, also if the response is %j', async (fault) => {
    world = await openWorld((passing) => (isDelete(passing) && passing.count === 1 ? fault : 'none'));
    await world.apply([world.create('endpoint/shop', shop)]);
    await world.later(61_000);
    const { outcomes, ledger } = await world.apply([await world.remove('endpoint/shop')]);
    expect(outcomes.map(short)).toEqual(['done delete endpoint/shop: deleted']);
    expect(world.server.outside.objects('endpoint')).toEqual([]);
    expect(ledger.resources).toEqual({});
  });

  it('of an object changed outside Edgewright since the plan is not sent', async () => {
    world = await openWorld();
    await world.apply([world.create('endpoint/shop', shop)]);
    const remove = await world.remove('endpoint/shop');
    await world.server.outside.change('endpoint', remove.id!, { description: 'still needed' });
    const { outcomes } = await world.apply([remove]);
    expect(outcomes[0]).toMatchObject({ status: 'failed', cause: 'stale' });
    expect(world.passed.filter(isDelete)).toEqual([]);
  });

  it('of an object that is already gone is done', async () => {
    world = await openWorld();
    await world.apply([world.create('endpoint/shop', shop)]);
    const remove = await world.remove('endpoint/shop');
    await world.server.outside.remove('endpoint', remove.id!);
    // What was written a moment ago may not be visible yet.
    const early = await world.apply([remove]);
    expect(early.outcomes[0]).toMatchObject({ status: 'failed', cause: 'stale' });
    await world.later(61_000);
    const { outcomes, ledger } = await world.apply([remove]);
    expect(outcomes[0]).toMatchObject({ status: 'done' });
    expect(ledger.resources).toEqual({});
    expect(world.passed.filter(isDelete)).toEqual([]);
  });
});

describe('steps that send nothing', () => {
  const isWrite = ({ method }: { method: string }): boolean => method !== 'GET';

  it('adopt: the live object is recorded as observed', async () => {
    world = await openWorld();
    const id = await world.server.outside.add('https-route', { ...docs, description: 'by hand' });
    const { outcomes, ledger } = await world.apply([
      step('https-route/docs', 'adopt', { id, edge_id, desired: docs }),
    ]);
    expect(outcomes.map(short)).toEqual(['done adopt https-route/docs: adopted']);
    const entry = ledger.resources['https-route/docs']!;
    expect(entry).toMatchObject({ id, edge_id, observed: { match: '/docs', description: 'by hand' } });
    expect(entry.applied).toBeUndefined();
    expect(entry.uid).toMatch(/^[0-9a-f]{32}$/);
    expect(world.passed.filter(isWrite)).toEqual([]);
  });

  it('adopt: the fields that the next plan updates are named', async () => {
    world = await openWorld();
    const id = await world.server.outside.add('endpoint', { ...shop, description: 'by hand' });
    const change = { path: 'description', cause: 'configuration', isSecret: false } as const;
    const adopt = await world.adopt('endpoint/shop', id, { ...shop, description: 'declared' });
    const { outcomes } = await world.apply([{ ...adopt, changes: [change] }]);
    expect(outcomes.map(short)).toEqual([
      'done adopt endpoint/shop: adopted as it is; it differs from the files in `description`',
    ]);
    expect(applyExitCode(outcomes, { isInterrupted: false })).toBe(2);
  });

  it('retire, then forget: an orphan until it is deleted', async () => {
    world = await openWorld();
    await world.apply([world.create('https-route/docs', docs), world.create('endpoint/shop', shop)]);
    const retire = await world.update('https-route/docs', {
      backend: { backend_id: 'bkd_1', enabled: false },
    });
    const { desired: _none, ...withoutDesired } = retire;
    const first = await world.apply([
      { ...withoutDesired, action: 'retire', liveHash: retire.liveHash! },
      step('endpoint/shop', 'forget', { liveHash: 'seen' }),
    ]);
    expect(first.outcomes.map(short)).toEqual([
      'done retire https-route/docs: retired',
      'done forget endpoint/shop: forgotten: it still exists',
    ]);
    expect(first.ledger.resources).toEqual({});
    expect(first.ledger.orphans).toMatchObject({
      'https-route/docs': {
        how: 'retired',
        since: '2026-01-02T03:04:05.000Z',
        applied: { match: '/docs', backend: { enabled: false } },
        observed: { backend: { enabled: false } },
      },
      'endpoint/shop': { how: 'forgotten' },
    });
    const second = await world.apply([step('https-route/docs', 'forget', { id: retire.id! })]);
    expect(Object.keys(second.ledger.orphans)).toEqual(['endpoint/shop']);
  });

  it('keep: a rename is recorded and reported, a new file is recorded, no change writes nothing', async () => {
    world = await openWorld();
    await world.apply([world.create('endpoint/shop', shop)]);
    const same = await world.apply([step('endpoint/shop', 'keep', { desired: shop })]);
    expect(same.outcomes).toEqual([]);
    expect(same.ledger.serial).toBe(2);
    const moved = await world.apply([
      step('endpoint/shop', 'keep', { desired: shop, origin: { file: 'b.yaml', line: 1, column: 1 } }),
    ]);
    expect(moved.outcomes).toEqual([]);
    expect(moved.ledger.resources['endpoint/shop']).toMatchObject({ origin: 'b.yaml' });
    const renamed = await world.apply([
      step('endpoint/store', 'keep', { desired: shop, formerly: 'endpoint/shop' }),
    ]);
    expect(renamed.outcomes.map(short)).toEqual([
      'done keep endpoint/store: renamed from `endpoint/shop`; only the ledger changes',
    ]);
    expect(Object.keys(renamed.ledger.resources)).toEqual(['endpoint/store']);
    expect(renamed.ledger.resources['endpoint/store']!.uid).toBe(
      moved.ledger.resources['endpoint/shop']!.uid,
    );
    expect(world.passed.filter(isWrite)).toHaveLength(1);
  });

  it('forget: an address that was declared again loses only its orphan', async () => {
    world = await openWorld();
    await world.apply([world.create('https-route/docs', docs)]);
    const { id } = (await world.stored())!.resources['https-route/docs']!;
    await world.apply([step('https-route/docs', 'forget', { liveHash: 'seen', id })]);
    await world.apply([world.create('https-route/docs', { ...docs, match: '/new' })]);
    const both = (await world.stored())!;
    expect(both.orphans['https-route/docs']!.id).toBe(id);
    const again = both.resources['https-route/docs']!.id;
    await world.apply([step('https-route/docs', 'forget', { liveHash: 'seen', id: again })]);
    const orphans = (await world.stored())!.orphans;
    expect(Object.entries(orphans).map(([address, orphan]) => [address, orphan.id])).toEqual([
      ['https-route/docs', again],
      ['https-route/docs-2', id],
    ]);
    const { ledger } = await world.apply([step('https-route/docs-2', 'forget', { id })]);
    expect(Object.keys(ledger.orphans)).toEqual(['https-route/docs']);
  });

  it('adopt: a change outside Edgewright since the plan is not recorded as seen by the plan', async () => {
    world = await openWorld();
    const id = await world.server.outside.add('endpoint', shop);
    const planned = await world.adopt('endpoint/shop', id, shop);
    await world.server.outside.change('endpoint', id, { description: 'by hand' });
    expect((await world.apply([planned])).outcomes[0]).toMatchObject({ status: 'failed', cause: 'stale' });
  });

  it('adopt: a secret that is live and that no file refers to is not kept in clear', async () => {
    world = await openWorld();
    const policy =
      '{"on_http_request":[{"actions":[{"type":"add-headers","config":{"headers":{"x-api-key":"hunter2-hunter2"}}}]}]}';
    const hand = { url: 'https://hand.example.com' };
    const id = await world.server.outside.add('endpoint', { ...hand, traffic_policy: policy });
    const adopt = await world.adopt('endpoint/hand', id, hand);
    const { ledger } = await world.apply([adopt]);
    expect(ledger.resources['endpoint/hand']!.observed['traffic_policy']).toEqual({ $secret: {} });
    expect(JSON.stringify(await world.stored())).not.toContain('hunter2');
  });

  it('adopt: the op of our own marker is the uid again', async () => {
    world = await openWorld(({ method, count }) =>
      method === 'POST' && count === 1 ? 'lost-answer' : 'none',
    );
    await world.apply([world.create('endpoint/shop', shop)]);
    const { id, spec } = world.server.outside.objects('endpoint')[0]!;
    const { ledger } = await world.apply([step('endpoint/shop', 'adopt', { id, desired: shop })]);
    expect(spec['metadata']).toContain(ledger.resources['endpoint/shop']!.uid);
  });

  it('drift and blocked are outcomes of their own', async () => {
    world = await openWorld();
    const { outcomes } = await world.apply([step('endpoint/a', 'drift'), step('endpoint/b', 'blocked')]);
    expect(outcomes.map(short)).toEqual([
      'drifted drift endpoint/a: changes ',
      'blocked blocked endpoint/b: changes ',
    ]);
    expect(await world.stored()).toMatchObject({ serial: 1, resources: {} });
  });
});

describe('an approval', () => {
  const approval = (address: Address, digit: string): Omit<UsedApproval, 'at'> => ({
    address,
    allow: 'exposure',
    change: digit.repeat(32),
  });

  it('is used by the write that it approves, and not by one that failed', async () => {
    world = await openWorld();
    const [made, same, gone] = ['endpoint/made', 'endpoint/same', 'endpoint/gone'] as const;
    const { outcomes } = await world.apply([
      world.create(made, shop, { approvals: [approval(made, '1'), approval(made, '2')] }),
      world.create(same, shop, { approvals: [approval(same, '3')] }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['done', 'failed']);
    const at = '2026-01-02T03:04:05.000Z';
    const used = [approval(made, '1'), approval(made, '2')].map((one) => ({ ...one, at }));
    expect((await world.stored())?.approvals).toEqual(used);
    await world.apply([
      await world.update(made, { description: 'x' }, { approvals: [approval(made, '4')] }),
      step(gone, 'forget', { approvals: [approval(gone, '5')] }),
      step('endpoint/held', 'drift', { approvals: [approval('endpoint/held', '6')] }),
    ]);
    await world.apply([await world.remove(made, { approvals: [approval(made, '7'), approval(made, '1')] })]);
    const changes = (await world.stored())?.approvals?.map(({ change }) => change[0]).sort();
    expect(changes).toEqual(['1', '2', '4', '5', '7']);
  });
});

describe('the order', () => {
  it('adds protection before it removes any, and deletes last', async () => {
    world = await openWorld();
    const names = ['a', 'b', 'c', 'd'] as const;
    const url = (name: string): string => `https://${name}.example.com`;
    await world.apply(names.map((name) => world.create(`endpoint/${name}`, { url: url(name) })));
    const looser = {
      direction: 'weaker' as const,
      reasons: [],
      isAllowed: true,
      change: '4afc6903b1d24e0f9a7c55d0c8e1b2f3',
    };
    const ended: string[] = [];
    await world.apply(
      [
        await world.remove('endpoint/a'),
        await world.update('endpoint/b', { description: 'x' }, { exposure: looser }),
        await world.update('endpoint/c', { description: 'x' }),
        world.create('endpoint/e', { url: url('e') }),
      ],
      { onOutcome: ({ address }) => ended.push(address) },
    );
    expect(ended).toEqual(['endpoint/e', 'endpoint/c', 'endpoint/b', 'endpoint/a']);
  });

  it('lets a step wait for the one that frees its URL', async () => {
    world = await openWorld();
    await world.apply([
      world.create('endpoint/old', shop),
      world.create('endpoint/b', { url: 'https://b.example.com' }),
    ]);
    const ended: string[] = [];
    const { outcomes } = await world.apply(
      [
        { ...world.create('endpoint/new', { url: 'https://b.example.com' }), restsOn: ['endpoint/b'] },
        { ...(await world.update('endpoint/b', shop)), restsOn: ['endpoint/old'] },
        await world.remove('endpoint/old'),
      ],
      { onOutcome: ({ address }) => ended.push(address) },
    );
    expect(ended).toEqual(['endpoint/old', 'endpoint/b', 'endpoint/new']);
    expect(outcomes.map(({ status }) => status)).toEqual(['done', 'done', 'done']);
  });

  it('skips steps that wait for a failed one', async () => {
    world = await openWorld(({ method }) => (method === 'DELETE' ? { status: 403 } : 'none'));
    await world.apply([world.create('endpoint/old', shop)]);
    const { outcomes } = await world.apply([
      { ...world.create('endpoint/new', shop), restsOn: ['endpoint/old'] },
      await world.remove('endpoint/old'),
    ]);
    expect(outcomes.map(short)).toEqual([
      'skipped create endpoint/new: not attempted: safe only after `endpoint/old`, which was not done',
      'failed delete endpoint/old: `DELETE /endpoints/{id}` returned 403 (the credential may not do this)',
    ]);
  });
});

describe('a run that ends early', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      world.create(`endpoint/n${index}`, { url: `https://n${index}.example.com` }),
    );

  it('at a signal: requests under way are finished, no new one begins', async () => {
    const abort = new AbortController();
    world = await openWorld(({ count }) => {
      if (count === 3) abort.abort();
      return 'none';
    });
    const { outcomes, ledger } = await world.apply(many(10), { signal: abort.signal, concurrency: 2 });
    const done = outcomes.filter(({ status }) => status === 'done');
    expect(done.length).toBeGreaterThanOrEqual(3);
    expect(done.length).toBeLessThanOrEqual(4);
    expect(outcomes.at(-1)).toMatchObject({ status: 'skipped', reason: { code: 'interrupted' } });
    expect(ledger).not.toHaveProperty('unknown');
    expect(world.server.outside.objects('endpoint')).toHaveLength(done.length);
    expect(Object.keys(ledger.resources)).toHaveLength(done.length);
  });

  it('at a bug: what is under way is recorded first', async () => {
    world = await openWorld(async ({ count }) => {
      if (count === 2) await new Promise((resolve) => setTimeout(resolve, 50));
      return 'none' as const;
    });
    const onOutcome = (): never => {
      throw new Error('a bug');
    };
    await expect(world.apply(many(9), { concurrency: 2, onOutcome })).rejects.toThrow('a bug');
    const { resources, unknown } = (await world.stored())!;
    expect(unknown).toBeUndefined();
    const made = world.server.outside.objects('endpoint').length;
    expect(Object.keys(resources)).toHaveLength(made);
    expect(made).toBeLessThan(9);
  });

  it('when the credential gives no access at all', async () => {
    world = await openWorld(() => ({ status: 401 }));
    const { outcomes } = await world.apply(many(20), { concurrency: 2 });
    expect(world.passed.length).toBeLessThanOrEqual(2);
    expect(outcomes[0]).toMatchObject({ status: 'failed', cause: 'credential' });
    expect(outcomes.at(-1)).toMatchObject({
      status: 'skipped',
      reason: { code: 'credential-refused' },
    });
  });

  it.each([401, 403])('when a credential that worked is refused with %d', async (status) => {
    world = await openWorld(({ count }) => (count === 2 ? { status } : 'none'));
    const { outcomes } = await world.apply(many(3), { concurrency: 1 });
    expect(outcomes.map((one) => one.status)).toEqual(['done', 'failed', 'skipped']);
    expect(outcomes[2]!.reason).toEqual({ code: 'credential-refused' });
  });

  it('when three outcomes in a row are unknown: creates that cannot be undone are not sent, others are', async () => {
    world = await openWorld(({ count }) => (count > 2 && count < 6 ? { status: 503 } : 'none'));
    const routes = Array.from({ length: 8 }, (_, index) =>
      world.create(`https-route/r${index}`, { ...docs, match: `/r${index}` }),
    );
    const endpoint = world.create('endpoint/shop', shop);
    const { outcomes } = await world.apply([...routes, endpoint], { concurrency: 1 });
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...['done', 'unknown', 'unknown', 'unknown', 'skipped', 'skipped', 'skipped', 'skipped'],
      'done',
    ]);
    expect(outcomeText(outcomes[4]!)).toBe(
      'not attempted: 3 outcomes in a row are unknown, and this create cannot be undone',
    );
    expect(Object.keys((await world.stored())!.unknown!)).toHaveLength(3);
    expect(applyExitCode(outcomes, { isInterrupted: false })).toBe(4);
    // Endpoints, which are created first, are found by their marker and can be deleted.
    const more = Array.from({ length: 6 }, (_, index) =>
      world.create(`endpoint/e${index}`, { url: `https://e${index}.example.com` }),
    );
    await world.close();
    world = await openWorld(() => ({ status: 503 }));
    const found = await world.apply(more, { concurrency: 1 });
    expect(found.outcomes.map(({ status }) => status)).toEqual(more.map(() => 'unknown'));
  });

  it('but not for those that earlier runs left', async () => {
    world = await openWorld();
    const since = '2026-01-01T00:00:00Z';
    const left = ['a', 'b', 'c'].map((name) =>
      step(`https-route/${name}`, 'blocked', { unknown: { address: `https-route/${name}`, since } }),
    );
    const { outcomes } = await world.apply([...left, world.create('https-route/docs', docs)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['unknown', 'unknown', 'unknown', 'done']);
  });

  it('but not when a response came in between', async () => {
    world = await openWorld(({ count }) => (count % 3 === 0 ? 'none' : { status: 503 }));
    const routes = Array.from({ length: 9 }, (_, index) =>
      world.create(`https-route/r${index}`, { ...docs, match: `/r${index}` }),
    );
    const { outcomes } = await world.apply(routes, { concurrency: 1 });
    expect(outcomes.map(({ status }) => status)).not.toContain('skipped');
  });

  it('with many at once, no more are sent than were under way', async () => {
    world = await openWorld(() => ({ status: 503 }));
    const routes = Array.from({ length: 80 }, (_, index) =>
      world.create(`https-route/r${index}`, { ...docs, match: `/r${index}` }),
    );
    const { outcomes } = await world.apply(routes, { concurrency: 8 });
    expect(world.passed.length).toBeLessThanOrEqual(3 + 8);
    expect(outcomes.filter(({ status }) => status === 'skipped').length).toBeGreaterThanOrEqual(80 - 11);
  });

  it('when the credential may only read: a step read before the refusal is not sent after it', async () => {
    let refuse = (): void => undefined;
    const refused = new Promise<void>((resolve) => (refuse = resolve));
    let late = '';
    world = await openWorld(async ({ method, url }) => {
      if (method === 'PATCH') return { status: 401 };
      if (method === 'GET' && late !== '' && url.endsWith(late)) await refused;
      return 'none';
    });
    const made = await world.apply(many(2));
    const [one, other] = made.outcomes.map(({ address }) => address);
    const steps = [
      await world.update(other!, { description: 'b' }),
      await world.update(one!, { description: 'a' }),
    ];
    late = made.outcomes[1]!.id!;
    const { outcomes } = await world.apply(steps, { concurrency: 2, onOutcome: refuse });
    expect(outcomes.map(({ status }) => status)).toEqual(['skipped', 'failed']);
    expect(world.passed.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  });

  it('when the ledger cannot be written: each object that it lacks is named', async () => {
    let isFull = false;
    const files: LedgerFiles = {
      ...closedFiles,
      create: async (place) => {
        const file = await closedFiles.create(place);
        const full = (): Promise<void> =>
          Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
        return { ...file, write: (text) => (isFull ? full() : file.write(text)) };
      },
    };
    world = await openWorld(({ url, count }) => {
      if (url.startsWith('/edges') && count === 2) isFull = true;
      return 'none';
    }, files);
    const routes = Array.from({ length: 6 }, (_, index) =>
      world.create(`https-route/r${index}`, { ...docs, match: `/r${index}` }),
    );
    const { outcomes } = await world.apply(routes, { concurrency: 1 });
    const { id } = world.server.outside.objects('https-route').at(-1)!;
    expect(outcomes.map(({ status }) => status)).toEqual([
      'done',
      'failed',
      'skipped',
      'skipped',
      'skipped',
      'skipped',
    ]);
    expect(outcomes[1]).toMatchObject({
      id,
      cause: 'ledger',
    });
    expect(outcomeText(outcomes[1]!)).toBe(
      `created https-route \`${id}\` (write \`https-route/r1: ${edge_id}/${id}\` under \`adopt:\`), ` +
        'but not recorded: cannot write `.edgewright/prod/journal/1.jsonl`: the disk is full',
    );
    expect(outcomeText(outcomes[5]!)).toBe('not attempted: the ledger cannot be written');
    const stored = (await world.stored())!;
    expect(Object.keys(stored.resources)).toEqual(['https-route/r0']);
    // The request was in the journal before it was sent: the next run does not send it again.
    expect(Object.keys(stored.unknown ?? {})).toEqual(['https-route/r1']);
  });

  it('when the plan is of a different ledger', async () => {
    world = await openWorld();
    await world.apply([world.create('endpoint/shop', shop)]);
    await expect(world.apply([], { serial: 7 })).rejects.toMatchObject({
      exitCode: 5,
      help: 'the ledger is at serial 2: plan again',
    });
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
