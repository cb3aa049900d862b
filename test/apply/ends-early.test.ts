import { afterEach, describe, expect, it } from 'vitest';
import { applyExitCode } from '../../src/apply/run-exit-code.ts';
import type { LedgerFiles } from '../../src/ledger/file/ledger-files.ts';
import { outcomeText } from '../../src/report/run/outcome-words.ts';
import { closedFiles } from '../ledger/closed-files.ts';
import { docs, edge_id, shop } from './applied.ts';
import { openWorld, step, type World } from './world.ts';

let world: World;
afterEach(() => world.close());

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
