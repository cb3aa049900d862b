import { afterEach, describe, expect, it } from 'vitest';
import { applyExitCode } from '../../src/apply/run-exit-code.ts';
import { splitMarker } from '../../src/derive/forms/marker.ts';
import { aRun } from '../ledger/a-run.ts';
import { docs, shop, short } from './applied.ts';
import { openWorld, step, type World } from './world.ts';

let world: World;
afterEach(() => world.close());

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
