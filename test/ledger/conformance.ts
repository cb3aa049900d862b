/**
 * What every backend must do, so that the ledgers on it are the same. A backend may take its lock at the first write
 * instead of at once: what a run finds locked is decided by then.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Backend, BackendLock, Write } from '../../src/ledger/backend.ts';
import type { ProcessHost } from '../../src/text/system/run-process.ts';
import { ledgerStore } from '../../src/ledger/backend-store.ts';
import { emptyLedger } from '../../src/ledger/state.ts';
import { LedgerError } from '../../src/model/errors.ts';
import type { JournalRecord, RunAbout } from '../../src/model/ledger/journal.ts';
import type { LedgerEntry } from '../../src/model/ledger/ledger.ts';
import type { LedgerLock, LedgerStore, MayTakeOver } from '../../src/model/ledger/ledger-store.ts';
import type { Address } from '../../src/model/workspace/address.ts';
import { aHost } from './a-host.ts';
import { aRun } from './a-run.ts';
import { exitCodes } from '../../src/model/exit-codes.ts';

export interface OpenedStore {
  /** A backend as another process would open it, of this machine unless named. */
  readonly backend: (environment: string, host?: ProcessHost) => Backend;
  readonly close: () => Promise<void> | void;
}

const otherRun: RunAbout = { ...aRun, id: 'f6e5d4c3b2a1' };

export function describeBackend(name: string, open: () => Promise<OpenedStore> | OpenedStore): void {
  let opened: OpenedStore;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());
  const backend = (environment = 'production', host?: ProcessHost): Backend =>
    opened.backend(environment, host);
  const locked = (run = aRun, environment?: string): Promise<BackendLock> => backend(environment).lock(run);
  const written = async (...writes: readonly Write[]): Promise<BackendLock> => {
    const lock = await locked();
    await lock.write(writes);
    return lock;
  };
  const textOf = (text: string): Promise<string | undefined> => backend().read(text);

  describe(`${name}: texts`, () => {
    it('begins empty, and stays so if nothing is written', async () => {
      const lock = await locked();
      await lock.reserve(1000);
      await lock.release();
      for (const folder of ['', 'journal/', 'rollback/'] as const)
        expect(await backend().list(folder)).toEqual([]);
      expect(await textOf('ledger.json')).toBeUndefined();
      expect(backend().shown('ledger.json')).toContain('ledger.json');
    });

    it('does writes in order, and shows them to others at once', async () => {
      const lock = await written(
        { create: 'journal/1.jsonl', text: 'a\n' },
        { append: 'journal/1.jsonl', text: 'b\n' },
        { append: 'history.jsonl', text: 'first\n' },
        { put: 'ledger.json', text: 'one' },
        { keep: 'ledger.json', as: 'ledger.1.json' },
        { put: 'ledger.json', text: 'two' },
        { keep: 'ledger.json', as: 'ledger.1.json' },
        { keep: 'ledger.json', as: 'ledger.2.json' },
        { put: 'rollback/1.json', text: '{}' },
        { put: 'rollback/2.json', text: '{}' },
        { remove: 'rollback/1.json' },
        { remove: 'rollback/7.json' },
      );
      const seen = backend();
      expect(await seen.read('journal/1.jsonl')).toBe('a\nb\n');
      expect(await seen.read('ledger.json')).toBe('two');
      expect(await seen.read('ledger.1.json')).toBe('one');
      expect(await seen.read('ledger.2.json')).toBe('two');
      expect(await seen.read('rollback/1.json')).toBeUndefined();
      expect(await seen.list('journal/')).toEqual(['1.jsonl']);
      expect(await seen.list('rollback/')).toEqual(['2.json']);
      expect(await seen.list('')).toEqual(
        expect.arrayContaining(['history.jsonl', 'ledger.1.json', 'ledger.2.json', 'ledger.json']),
      );
      await lock.write([
        { append: 'journal/1.jsonl', text: 'c\n' },
        { append: 'history.jsonl', text: 'second\n' },
      ]);
      await lock.write([{ remove: 'journal/1.jsonl' }]);
      await lock.release();
      expect(await textOf('journal/1.jsonl')).toBeUndefined();
      expect(await backend().list('journal/')).toEqual([]);
      expect(await textOf('history.jsonl')).toBe('first\nsecond\n');
    });

    it('lists names in order, and adds to the texts of earlier runs', async () => {
      await (
        await written({ put: 'ledger.json', text: '1' }, { append: 'history.jsonl', text: 'a\n' })
      ).release();
      await (
        await written({ put: 'ledger.2.json', text: '2' }, { append: 'history.jsonl', text: 'b\n' })
      ).release();
      expect((await backend().list('')).filter((each) => each.startsWith('ledger'))).toEqual([
        'ledger.2.json',
        'ledger.json',
      ]);
      expect(await textOf('history.jsonl')).toBe('a\nb\n');
    });

    it('sees its own writes through the backend that has the lock', async () => {
      const own = backend();
      expect(await own.read('ledger.json')).toBeUndefined();
      const lock = await own.lock(aRun);
      await lock.write([{ put: 'ledger.json', text: 'one' }]);
      expect(await own.read('ledger.json')).toBe('one');
      expect(await own.list('')).toContain('ledger.json');
      await lock.release();
    });

    it('begins no text that exists', async () => {
      const lock = await written({ create: 'journal/1.jsonl', text: 'a\n' });
      await expect(async () => lock.write([{ create: 'journal/1.jsonl', text: 'b\n' }])).rejects.toThrow();
      expect(await textOf('journal/1.jsonl')).toBe('a\n');
      await lock.release();
    });

    it.each([
      ['Unicode', 'é ü 漢字 🙂\u2028\u0000"\\\n\u{10ffff}'],
      ['nothing', ''],
      ['lines of other systems', 'a\r\nb\n\n'],
      ['5 MB', 'a line of the ledger, 漢字\n'.repeat(180_000)],
    ])('keeps %s as it is', async (_what, text) => {
      const lock = await written({ put: 'ledger.json', text }, { append: 'journal/1.jsonl', text });
      await lock.write([{ append: 'journal/1.jsonl', text }]);
      await lock.release();
      expect((await textOf('ledger.json')) === text).toBe(true);
      expect((await textOf('journal/1.jsonl')) === text + text).toBe(true);
    });
  });

  describe(`${name}: the lock`, () => {
    it('is refused while a run has it, and free again after', async () => {
      const lock = await written({ put: 'ledger.json', text: 'one' });
      const error = await errorOf(locked(otherRun));
      expect(error).toMatchObject({ exitCode: exitCodes.unsafe });
      expect(error.message).toContain('locked');
      await lock.write([{ put: 'ledger.json', text: 'two' }]);
      await lock.release();
      await (await locked(otherRun)).release();
      expect(await textOf('ledger.json')).toBe('two');
    });

    it('lets one of many write that come at the same moment', async () => {
      const runs = Array.from({ length: 4 }, (_, index) => ({ ...aRun, id: `00000000000${index}` }));
      const results = await Promise.allSettled(
        runs.map(async (run) => {
          const lock = await locked(run);
          await lock.write([{ create: 'journal/1.jsonl', text: run.id }]);
          return { run, lock };
        }),
      );
      const winners = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      expect(winners).toHaveLength(1);
      expect(await textOf('journal/1.jsonl')).toBe(winners[0]?.run.id);
      await winners[0]?.lock.release();
    });

    it('fences out a run whose lock was taken over', async () => {
      const dead = await written(
        { put: 'ledger.json', text: 'old' },
        { create: 'journal/1.jsonl', text: 'a\n' },
      );
      expect(await backend().unlock(otherRun.id)).toMatchObject({ other: { id: aRun.id, verb: 'apply' } });
      expect(await backend().unlock(aRun.id)).toBe('unlocked');
      expect(await backend().unlock(aRun.id)).toBe('not-locked');
      expect(await textOf('ledger.json')).toBe('old');
      const lock = await locked(otherRun);
      await lock.write([{ put: 'ledger.json', text: 'new' }]);
      for (const _ of [1, 2])
        expect(await errorOf(dead.write([{ put: 'ledger.json', text: 'late' }]))).toMatchObject({
          exitCode: exitCodes.unsafe,
        });
      await dead.release();
      expect(await errorOf(locked())).toMatchObject({ exitCode: exitCodes.unsafe });
      await lock.write([{ append: 'history.jsonl', text: 'x\n' }]);
      await lock.release();
      expect(await textOf('ledger.json')).toBe('new');
    });

    it('is of one environment', async () => {
      const one = await locked(aRun, 'production');
      const two = await locked(otherRun, 'staging');
      for (const text of ['1', '2', '3']) {
        await Promise.all([
          one.write([{ append: 'journal/1.jsonl', text: `p${text}\n` }]),
          two.write([{ append: 'journal/1.jsonl', text: `s${text}\n` }]),
        ]);
      }
      await one.release();
      await two.write([{ put: 'ledger.json', text: 'staging' }]);
      expect(await errorOf(locked(aRun, 'staging'))).toMatchObject({ exitCode: exitCodes.unsafe });
      await two.release();
      expect(await backend('production').read('journal/1.jsonl')).toBe('p1\np2\np3\n');
      expect(await backend('staging').read('journal/1.jsonl')).toBe('s1\ns2\ns3\n');
      expect(await backend('production').read('ledger.json')).toBeUndefined();
    });
  });

  describe(`${name}: ledgers`, () => {
    const store = (): LedgerStore => ledgerStore({ backend: (environment) => backend(environment) });
    const begin = async (): Promise<void> => {
      const lock = await store().lock('production', aRun);
      const about = { environment: 'production', lineage: 'l1', api: 'https://api' };
      await lock.replace({ ...emptyLedger(about), serial: 1 });
      await lock.release();
    };

    it('gives back what was recorded, in order and folded', async () => {
      await begin();
      const addresses = Array.from({ length: 300 }, (_, index): Address => `endpoint/n${index}`);
      const lock = await store().lock('production', aRun);
      await Promise.all(addresses.slice(0, 290).map((address) => lock.append([put(address)])));
      for (const address of addresses.slice(290)) await lock.append([put(address)]);
      const before = await store().read('production');
      await lock.release();
      const state = await store().read('production');
      for (const one of [before, state])
        expect(Object.keys(one?.resources ?? {}).sort()).toEqual(addresses.toSorted());
      expect(state).toMatchObject({ serial: 2 });
      expect(await backend().list('journal/')).toEqual([]);
      const [last] = ((await textOf('history.jsonl')) ?? '').trim().split('\n').slice(-1);
      expect((JSON.parse(last ?? '') as { recorded: string[] }).recorded).toEqual(addresses);
    });

    it('finds an environment that has no file, and gives its ledger to a new name', async () => {
      await begin();
      expect(await store().forgotten(['production'])).toEqual([]);
      // Without objects it is in nobody's way.
      expect(await store().forgotten(['staging'])).toEqual([]);
      const lock = await store().lock('production', aRun);
      await lock.append([put('endpoint/a')]);
      await lock.release();
      expect(await store().forgotten(['staging'])).toMatchObject([{ environment: 'production' }]);
      const state = await store().rename('production', 'staging', aRun);
      expect(state).toMatchObject({ environment: 'staging', formerly: 'production' });
      expect(Object.keys((await store().read('staging'))?.resources ?? {})).toEqual(['endpoint/a']);
      expect(await store().forgotten(['staging'])).toEqual([]);
      expect(await errorOf(store().read('production'))).toMatchObject({ exitCode: exitCodes.unsafe });
      expect((await store().verify('staging')).filter((finding) => finding.state === 'fail')).toEqual([]);
      expect(await store().history('staging')).toHaveLength(2);
    });

    it('reads what a killed run recorded, and what it may have done', async () => {
      await begin();
      const dead = await store().lock('production', aRun);
      const at = '2026-01-02T03:04:05Z';
      const [route, endpoint] = [{ kind: 'https-route', edge_id: 'edghts_1' }, { kind: 'endpoint' }] as const;
      await dead.append([put('endpoint/a')]);
      await dead.append([
        { type: 'intent', op: 'op1', address: 'https-route/b', action: 'create', ...route, identity: {}, at },
        { type: 'intent', op: 'op2', address: 'endpoint/a', action: 'update', ...endpoint, id: 'ep_1', at },
        { type: 'intent', op: 'op3', address: 'endpoint/c', action: 'create', ...endpoint, identity: {}, at },
      ]);
      await dead.append([{ type: 'rejected', op: 'op3', status: 400 }]);
      expect(await store().unlock('production', aRun.id)).toBe('unlocked');
      const seen = await store().read('production');
      expect(seen).toMatchObject({
        serial: 2,
        resources: { 'endpoint/a': entry },
        unknown: { 'https-route/b': { op: 'op1', since: at } },
        unsettled: { op2: { address: 'endpoint/a', action: 'update' } },
      });
      expect(Object.keys(seen?.unknown ?? {})).toEqual(['https-route/b']);
      const next = await store().lock('production', otherRun);
      expect(next.state()).toEqual(seen);
      expect(next.fence).toBeGreaterThan(dead.fence);
      await next.append([put('endpoint/d')]);
      expect(await errorOf(dead.append([put('endpoint/late')]))).toMatchObject({
        exitCode: exitCodes.unsafe,
      });
      await dead.release();
      await next.release();
      const after = await store().read('production');
      expect(Object.keys(after?.resources ?? {})).toEqual(['endpoint/a', 'endpoint/d']);
      expect(after).toMatchObject({ serial: 3, unknown: { 'https-route/b': { op: 'op1' } } });
    });

    it('tells of a run what is durable of it', async () => {
      await begin();
      const lock = await store().lock('production', aRun);
      expect(lock.recorded()).toBeUndefined();
      const written = lock.append([put('endpoint/a')]);
      expect(lock.recorded()).toBeUndefined();
      await written;
      expect(lock.recorded()).toMatchObject({ run: { id: aRun.id }, recorded: ['endpoint/a'], requests: [] });
      await lock.release();
    });

    it('takes the lock of a run that is said to have ended, and of no other', async () => {
      await begin();
      expect(await store().holders('production')).toEqual([]);
      const ci = { url: 'https://ci.example/jobs/7', attempt: '2' };
      const dead = await store().lock('production', { ...aRun, ci });
      const at = '2026-01-02T03:04:05Z';
      const intent = { type: 'intent', op: 'op1', address: 'endpoint/b', action: 'create' } as const;
      await dead.append([put('endpoint/a'), { ...intent, kind: 'endpoint', identity: {}, at }]);
      expect(await store().holders('production')).toMatchObject([
        { run: { id: aRun.id, verb: 'apply', ci } },
      ]);
      const locking = (verdict: Awaited<ReturnType<MayTakeOver>>): Promise<LedgerLock> =>
        store().lock('production', otherRun, {
          mayTakeOver: ({ run }) => Promise.resolve(run?.id === aRun.id ? verdict : 'unknown'),
        });
      const held = await errorOf(locking('unknown'));
      const refused = await errorOf(locking({ refused: 'it is of a different repository' }));
      const { message } = held;
      expect(refused).toMatchObject({ exitCode: exitCodes.unsafe, message, holder: { id: aRun.id, ci } });
      expect(refused.help).toBe(`it is of a different repository; ${held.help}`);
      const next = await locking('ended');
      expect(next.takenFrom).toMatchObject({ id: aRun.id, ci });
      expect(next.fence).toBeGreaterThan(dead.fence);
      expect(next.state()).toMatchObject({
        resources: { 'endpoint/a': entry },
        unknown: { 'endpoint/b': { op: 'op1' } },
      });
      await next.append([put('endpoint/d')]);
      expect(await errorOf(dead.append([put('endpoint/late')]))).toMatchObject({
        exitCode: exitCodes.unsafe,
      });
      await dead.release();
      await next.release();
      expect(Object.keys((await store().read('production'))?.resources ?? {})).toEqual([
        'endpoint/a',
        'endpoint/d',
      ]);
      const free = await store().lock('production', aRun);
      expect(free.takenFrom).toBeUndefined();
      await free.release();
    });

    it.skipIf(name === 'memory')('takes the lock of a process of this machine that is gone', async () => {
      await begin();
      const on = (host: ProcessHost): LedgerStore =>
        ledgerStore({ backend: (environment) => backend(environment, host) });
      const dead = await on(aHost()).lock('production', aRun);
      await dead.append([put('endpoint/a')]);
      for (const [host, running] of [
        [aHost('runner', [], 101), true],
        [{ ...aHost('runner', [100], 101), boot: 'boot 2' }, undefined],
        [aHost('other', [100], 101), undefined],
      ] as const) {
        expect((await on(host).holders('production')).map((each) => each.isRunning)).toEqual([running]);
        expect(await errorOf(on(host).lock('production', otherRun))).toMatchObject({
          exitCode: exitCodes.unsafe,
        });
      }
      const here = aHost('runner', [100], 101);
      expect(await on(here).holders('production')).toMatchObject([{ isRunning: false }]);
      const next = await on(here).lock('production', otherRun);
      expect(Object.keys(next.state()?.resources ?? {})).toEqual(['endpoint/a']);
      await next.append([put('endpoint/b')]);
      expect(await errorOf(dead.append([put('endpoint/c')]))).toMatchObject({ exitCode: exitCodes.unsafe });
      await dead.release();
      await next.release();
    });

    it('leaves everything as it is if nothing was recorded', async () => {
      await begin();
      const [state, names] = [await store().read('production'), await backend().list('')];
      await (await store().lock('production', aRun)).release();
      expect(await store().read('production')).toEqual(state);
      expect(await backend().list('')).toEqual(names);
    });

    it('keeps rollback files', async () => {
      await begin();
      const lock = await store().lock('production', aRun);
      await lock.keepRollback('2', '{"at":"2026-01-02T03:04:05Z"}');
      await lock.append([put('endpoint/a')]);
      await lock.release();
      const rollbacks = store().rollbacks('production');
      expect(await rollbacks.list()).toEqual(['2']);
      expect(await rollbacks.read('2')).toBe('{"at":"2026-01-02T03:04:05Z"}');
    });
  });
}

const entry: LedgerEntry = {
  uid: 'u1',
  kind: 'endpoint',
  id: 'ep_1',
  observed: { url: 'https://a' },
  observed_at: '2026-01-01T00:00:00Z',
  is_protected: false,
};

function put(address: Address): JournalRecord {
  return { type: 'answer', changes: [{ change: 'put', address, entry }] };
}

async function errorOf(promise: Promise<unknown>): Promise<LedgerError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(LedgerError);
  return error as LedgerError;
}
