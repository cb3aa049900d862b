import { afterEach, describe, expect, it } from 'vitest';
import { applyExitCode } from '../../src/apply/run-exit-code.ts';
import type { UsedApproval } from '../../src/model/approval.ts';
import type { Address } from '../../src/model/workspace/address.ts';
import { docs, edge_id, shop, short } from './applied.ts';
import { openWorld, step, type World } from './world.ts';

let world: World;
afterEach(() => world.close());

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
