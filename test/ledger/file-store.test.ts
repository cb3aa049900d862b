import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileBackend, type FileBackendOptions } from '../../src/ledger/file/file-backend.ts';
import type { LedgerFiles, NewFile } from '../../src/ledger/file/ledger-files.ts';
import type { ProcessHost } from '../../src/text/system/run-process.ts';
import { closedFiles } from './closed-files.ts';
import { nodeHost } from '../../src/run/session/node-host.ts';
import { ledgerStore } from '../../src/ledger/backend-store.ts';
import { emptyLedger } from '../../src/ledger/state.ts';
import { ledgerText } from '../../src/ledger/ledger-text.ts';
import { LedgerError } from '../../src/model/errors.ts';
import type { JournalRecord } from '../../src/model/ledger/journal.ts';
import type { LedgerEntry, LedgerState } from '../../src/model/ledger/ledger.ts';
import type { LedgerLock, LedgerStore, RestoreRequest } from '../../src/model/ledger/ledger-store.ts';
import type { Address } from '../../src/model/workspace/address.ts';
import { aRun } from './a-run.ts';
import { errorOf } from './error-of.ts';
import { share } from '../runs.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'ledger-'));
});
afterEach(() => rmSync(root, { recursive: true }));

let counter = 0;
const env = {
  clock: { now: () => new Date('2026-01-02T03:04:05Z'), sleep: () => Promise.resolve() },
  random: (bytes: number) => new Uint8Array(bytes).fill(++counter),
};
const host = (more: Partial<ProcessHost> = {}): ProcessHost => ({
  pid: 100,
  host: 'runner',
  boot: 'boot-1',
  startOf: () => Promise.resolve('12345'),
  ...more,
});
const store = (more: Partial<FileBackendOptions> & { readonly lineage?: string } = {}): LedgerStore =>
  ledgerStore({
    backend: (environment) =>
      fileBackend({
        root,
        folder: '.edgewright',
        environment,
        files: closedFiles,
        host: host(),
        env,
        ...more,
      }),
    lineage: more.lineage,
  });

const entry: LedgerEntry = {
  uid: 'u1',
  kind: 'endpoint',
  id: 'ep_1',
  observed: { url: 'https://a' },
  observed_at: '2026-01-01T00:00:00Z',
  is_protected: false,
};
const first = emptyLedger({ environment: 'prod', lineage: 'l1', api: 'https://api' });
const file = (name: string): string => path.join(root, '.edgewright/prod', name);

const put = (address: Address): JournalRecord => ({
  type: 'answer',
  changes: [{ change: 'put', address, entry }],
});

/** Begins a ledger, which is generation 1, and records one more entry in each of the others. */
async function fill(generations: number): Promise<LedgerState> {
  for (let count = 1; count <= generations; count++) {
    const lock = await store().lock('prod', aRun);
    if (count === 1) await lock.replace({ ...first, serial: 1 });
    else await lock.append([put(`endpoint/n${count - 1}`)]);
    await lock.release();
  }
  return (await store().read('prod'))!;
}

async function locked(more?: Parameters<typeof store>[0]): Promise<LedgerLock> {
  return store(more).lock('prod', aRun);
}

describe('the file store', () => {
  it('returns what was recorded, in files that only this user can read', async () => {
    expect(await store().read('prod')).toBeUndefined();
    const state = await fill(3);
    expect(Object.keys(state.resources)).toEqual(['endpoint/n1', 'endpoint/n2']);
    expect(state).toMatchObject({ serial: 3, fence: 2 });
    expect(statSync(file('ledger.json')).mode & 0o777).toBe(0o600);
    expect(statSync(file('')).mode & 0o777).toBe(0o700);
    expect(readdirSync(file(''))).toEqual([
      'history.jsonl',
      'journal',
      'ledger.1.json',
      'ledger.2.json',
      'ledger.3.json',
      'ledger.json',
    ]);
    expect(readdirSync(file('journal'))).toEqual([]);
  });

  it('reads without writing anything', async () => {
    await store().read('prod');
    expect(readdirSync(root)).toEqual([]);
  });

  it('keeps five older generations', async () => {
    await fill(9);
    expect(readdirSync(file('')).filter((name) => name.startsWith('ledger.'))).toEqual([
      ...[4, 5, 6, 7, 8, 9].map((serial) => `ledger.${serial}.json`),
      'ledger.json',
    ]);
    expect(JSON.parse(readFileSync(file('ledger.4.json'), 'utf8'))).toMatchObject({ serial: 4 });
  });

  it('leaves nothing behind if nothing was recorded', async () => {
    await fill(1);
    const before = readdirSync(file(''), { recursive: true });
    await (await locked()).release();
    expect(readdirSync(file(''), { recursive: true })).toEqual(before);
  });

  it('raises the fence with each holder of the lock that recorded something', async () => {
    await fill(2);
    expect((await locked()).fence).toBe(2);
  });

  it('reads what a killed run recorded, and what it may have done', async () => {
    await fill(1);
    const dead = await locked();
    const at = '2026-01-02T03:04:05Z';
    const route = { kind: 'https-route', edge_id: 'edghts_1' } as const;
    await dead.append([
      put('endpoint/a'),
      { type: 'intent', op: 'op1', address: 'https-route/b', action: 'create', ...route, identity: {}, at },
      {
        type: 'intent',
        op: 'op2',
        address: 'endpoint/a',
        action: 'update',
        kind: 'endpoint',
        id: 'ep_1',
        at,
      },
      {
        type: 'intent',
        op: 'op3',
        address: 'endpoint/c',
        action: 'create',
        kind: 'endpoint',
        identity: {},
        at,
      },
      { type: 'rejected', op: 'op3', status: 400 },
    ]);
    const seen = await store().read('prod');
    expect(seen).toMatchObject({
      serial: 2,
      resources: { 'endpoint/a': entry },
      unknown: { 'https-route/b': { op: 'op1', since: at } },
      unsettled: { op2: { address: 'endpoint/a', action: 'update' } },
    });
    expect(Object.keys(seen?.unknown ?? {})).toEqual(['https-route/b']);
    const next = await locked({ host: host({ pid: 200, startOf: () => Promise.resolve(undefined) }) });
    expect(next.state()).toEqual(seen);
    await next.release();
    expect(await store().read('prod')).toEqual(seen);
    expect(readdirSync(file('journal'))).toEqual([]);
  });

  it('folds only what nobody else has replaced', async () => {
    await fill(2);
    const lock = await locked();
    await lock.append([put('endpoint/late')]);
    writeFileSync(file('ledger.json'), ledgerText({ ...first, serial: 9, fence: 9 }));
    expect(await errorOf(lock.release())).toMatchObject({
      exitCode: 5,
      message:
        '`.edgewright/prod/ledger.json` was replaced while this run held the lock: something else wrote it',
    });
    expect(readdirSync(file('journal'))).toEqual(['2.jsonl']);
  });

  it('takes a newer generation for the ledger that a stopped process puts back', async () => {
    await fill(2);
    const old = readFileSync(file('ledger.json'));
    const lock = await locked();
    await lock.append([put('endpoint/late')]);
    await lock.release();
    rmSync(file('ledger.json'));
    writeFileSync(file('ledger.json'), old);
    expect(Object.keys((await store().read('prod'))!.resources)).toEqual(['endpoint/late', 'endpoint/n1']);
  });

  it('records nothing more once its lock was taken over', async () => {
    const state = await fill(1);
    const lock = await locked();
    rmSync(file('ledger.lock'));
    for (const _ of [1, 2])
      expect((await errorOf(lock.append([put('endpoint/late')]))).message).toBe(
        'the ledger lock was removed while this run held it',
      );
    await lock.release();
    expect((await store().read('prod'))!.resources).toHaveProperty('endpoint/late');
    expect(readFileSync(file('ledger.json'), 'utf8')).toBe(ledgerText(state));
  });

  it('removes leftovers of killed runs, only under the lock', async () => {
    await fill(1);
    mkdirSync(file('rollback'));
    const left = [`ledger.json.${'a'.repeat(32)}.tmp`, 'space.tmp', 'rollback/1.json.b.tmp'];
    for (const name of left) writeFileSync(file(name), 'half');
    const found = (): number =>
      readdirSync(file(''), { recursive: true }).filter((name) => String(name).endsWith('.tmp')).length;
    await store().read('prod');
    expect(found()).toBe(3);
    await (await locked()).release();
    expect(found()).toBe(0);
  });
});

describe('the files of a ledger', () => {
  it('reserve more space than fits into one string', async () => {
    let reserved = 0;
    const write = (text: string): Promise<void> => Promise.resolve(void (reserved += text.length));
    const create = async (place: string): Promise<NewFile> => {
      const made = await closedFiles.create(place);
      return place.endsWith('space.tmp') ? { ...made, write } : made;
    };
    const lock = await locked({ files: { ...closedFiles, create } });
    await lock.reserve(2 ** 30);
    await lock.release();
    expect(reserved).toBe(2 ** 30);
    expect(readdirSync(file(''))).toEqual([]);
  });

  it('are read while the run that wrote them removes its journal', async () => {
    await fill(1);
    await (await locked()).append([put('endpoint/late')]);
    const read = (place: string): Promise<string> => {
      if (place.endsWith('.jsonl')) rmSync(place);
      return closedFiles.read(place);
    };
    expect(await store({ files: { ...closedFiles, read } }).read('prod')).toMatchObject({ serial: 1 });
  });
});

describe('the lock', () => {
  it('has one holder at a time, and is released', async () => {
    const lock = await locked();
    const { exitCode, message, help } = await errorOf(locked());
    expect(exitCode).toBe(5);
    expect(message).toBe(
      'the ledger of `prod` is locked by run a1b2c3d4e5f6: process 100 on `runner` since 2026-01-02T03:04:05.000Z',
    );
    expect(help).toContain('`edgewright ledger unlock a1b2c3d4e5f6 --env prod`');
    expect(await store().unlock('prod', '000000000000')).toMatchObject({ other: { id: aRun.id } });
    await lock.release();
    await (await locked()).release();
    await locked();
    expect(await store().unlock('prod', aRun.id)).toBe('unlocked');
    expect(await store().unlock('prod', aRun.id)).toBe('not-locked');
    expect(readdirSync(file(''))).toEqual([]);
  });

  it.each([
    ['the process is gone', { startOf: () => Promise.resolve(undefined) }],
    ['its number is another process now', { startOf: () => Promise.resolve('99999') }],
  ])('is taken over when %s', async (_why, later) => {
    const dead = await locked();
    const lock = await locked({ host: host({ pid: 200, ...later }) });
    await lock.replace(first);
    expect((await errorOf(dead.replace(first))).exitCode).toBe(5);
    await dead.release();
    expect(readdirSync(file(''))).toContain('ledger.lock');
    await lock.release();
    expect(readdirSync(file(''))).toEqual(['ledger.0.json', 'ledger.json']);
  });

  const gone = { startOf: () => Promise.resolve(undefined) };
  it.each([
    ['another host', { ...gone, host: 'other' }],
    ['another boot', { ...gone, boot: 'boot-2' }],
    ['a start time that cannot be known', { startOf: () => Promise.resolve('unknown') }],
  ])('is not taken over from %s', async (_why, later) => {
    await locked();
    expect((await errorOf(locked({ host: host(later) }))).exitCode).toBe(5);
  });

  it('is not taken over if the machine has no boot id', async () => {
    await locked({ host: host({ boot: 'unknown' }) });
    expect((await errorOf(locked({ host: host({ boot: 'unknown', ...gone }) }))).exitCode).toBe(5);
  });

  it.each(['', '{"holder":', '{}'])('that contains %j is not taken over', async (text) => {
    mkdirSync(file(''), { recursive: true });
    writeFileSync(file('ledger.lock'), text);
    expect((await errorOf(locked())).message).toBe(
      'the ledger of `prod` is locked, and `.edgewright/prod/ledger.lock` does not say by whom',
    );
  });

  it('goes to exactly one of many runs that find its holder dead', async () => {
    await locked();
    const takers = Array.from({ length: 12 }, (_, index) =>
      store({
        host: host({
          pid: 200 + index,
          startOf: (pid) => Promise.resolve(pid === 100 ? undefined : '12345'),
        }),
      }).lock('prod', { ...aRun, id: `00000000000${index}` }),
    );
    const results = await Promise.allSettled(takers);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(readdirSync(file(''))).toEqual(['ledger.lock']);
  });

  it('is not taken over if its file does not say by whom, wherever that is cut or changed', async () => {
    await fill(1);
    await locked();
    const text = readFileSync(file('ledger.lock'), 'utf8');
    const other = host({ pid: 200, startOf: () => Promise.resolve(undefined) });
    const before = readdirSync(file(''), { recursive: true });
    const step = process.env['PROVE'] === undefined ? 9 : 1;
    for (let end = 0; end < text.trimEnd().length; end += step) {
      writeFileSync(file('ledger.lock'), text.slice(0, end));
      const { exitCode, message, help } = await errorOf(store({ host: other }).lock('prod', aRun));
      expect([exitCode, message]).toEqual([
        5,
        'the ledger of `prod` is locked, and `.edgewright/prod/ledger.lock` does not say by whom',
      ]);
      expect(help).toContain('delete `.edgewright/prod/ledger.lock`');
    }
    expect(readdirSync(file(''), { recursive: true })).toEqual(before);
  });

  it('is whole or not there if its run is killed while it takes it', async () => {
    await fill(1);
    type Stopped = () => Promise<never>;
    const stops: readonly ((never: Stopped) => Partial<LedgerFiles>)[] = [
      (link) => ({ link }),
      (sync) => ({ create: async (place) => ({ ...(await closedFiles.create(place)), sync }) }),
      (write) => ({ create: async (place) => ({ ...(await closedFiles.create(place)), write }) }),
    ];
    for (const stop of stops) {
      await new Promise<void>((resolve) => {
        const never: Stopped = () => (resolve(), new Promise<never>(() => undefined));
        void locked({ files: { ...closedFiles, ...stop(never) } });
      });
      await (await locked()).release();
      expect(readdirSync(file(''))).not.toContain('ledger.lock');
    }
    expect(readdirSync(file('')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('recognizes real processes', async () => {
    const real = await nodeHost();
    const child = spawn('sleep', ['60']);
    const pid = child.pid!;
    expect(await real.startOf(pid)).toMatch(/\d/);
    expect(await real.startOf(pid)).toBe(await real.startOf(pid));
    const ended = new Promise((resolve) => child.on('exit', resolve));
    child.kill();
    await ended;
    expect(await real.startOf(pid)).toBeUndefined();
    expect(real.boot).not.toBe('unknown');
  });

  it('takes a process for ended that its parent never asks about, as in a container without an init', async () => {
    // The shell becomes `sleep`, which knows of no child.
    const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60']);
    const [pid] = (await once(parent.stdout, 'data')) as [Buffer];
    const real = await nodeHost();
    await expect.poll(() => real.startOf(Number(pid))).toBeUndefined();
    expect(() => process.kill(Number(pid), 0)).not.toThrow();
    parent.kill();
  });
});

describe('a file that cannot be used', () => {
  const shown = '`.edgewright/prod/ledger.json`';
  const cases: [what: string, text: (good: string) => string, message: string][] = [
    ['empty', () => '', 'cannot be used: it is empty'],
    ['cut off', (good) => good.slice(0, -20), 'cannot be used: it is cut off, or not valid JSON'],
    ['no ledger', () => '[1]', 'cannot be used: it is not a ledger'],
    [
      'edited',
      (good) => good.replace('ep_1', 'ep_2'),
      'cannot be used: its checksum does not match: it was damaged or edited',
    ],
    [
      'of the future',
      (good) => good.replace('"format":1', '"format":2'),
      'cannot be used: a newer edgewright wrote it (format 2; this one knows 1)',
    ],
  ];
  it.each(cases)('%s', async (_what, change, message) => {
    await fill(2);
    writeFileSync(file('ledger.json'), change(readFileSync(file('ledger.json'), 'utf8')));
    for (const attempt of [() => store().read('prod'), () => locked()]) {
      expect(await errorOf(attempt())).toEqual({
        exitCode: 5,
        message: `${shown} ${message}`,
        help: message.includes('newer')
          ? 'update Edgewright to the version that wrote it'
          : '`edgewright ledger restore 2 --env prod` takes `.edgewright/prod/ledger.2.json`, the newest generation that is whole, and looks for what was created since',
      });
    }
    expect(readdirSync(file(''))).not.toContain('ledger.lock');
  });

  it('that is missing while older generations exist', async () => {
    await fill(2);
    rmSync(file('ledger.json'));
    expect(await errorOf(store().read('prod'))).toMatchObject({
      message: `${shown} is gone, but generations of it are there`,
      exitCode: 5,
    });
  });

  it('that is missing while a journal of it exists: a new ledger would be followed by it', async () => {
    await fill(1);
    await (await locked()).append([put('endpoint/late')]);
    for (const name of ['ledger.json', 'ledger.1.json', 'ledger.lock']) rmSync(file(name));
    for (const attempt of [() => store().read('prod'), () => locked()])
      expect(await errorOf(attempt())).toEqual({
        message: `${shown} is gone, but journals of it are there`,
        exitCode: 5,
        help: 'no generation of it is whole; take it from a backup, or move `.edgewright/prod/ledger*.json` and `.edgewright/prod/journal/*` away and run `edgewright ledger rebuild --env prod`',
      });
    expect(readdirSync(file(''))).not.toContain('ledger.lock');
  });

  it('of a different environment or lineage', async () => {
    await fill(1);
    expect((await errorOf(store({ lineage: 'l2' }).read('prod'))).message).toBe(
      `${shown} is of the lineage \`l1\`, edgewright.yaml says \`l2\``,
    );
    mkdirSync(path.join(root, '.edgewright/staging'));
    writeFileSync(path.join(root, '.edgewright/staging/ledger.json'), readFileSync(file('ledger.json')));
    expect((await errorOf(store().read('staging'))).message).toBe(
      '`.edgewright/staging/ledger.json` is the ledger of the environment `prod`',
    );
  });

  it.each(['.edgewright', '.edgewright/prod', '.edgewright/prod/ledger.json'])(
    'that is reached by a link at %s',
    async (link) => {
      await fill(1);
      const elsewhere = mkdtempSync(path.join(tmpdir(), 'elsewhere-'));
      rmSync(path.join(root, link), { recursive: true });
      symlinkSync(elsewhere, path.join(root, link));
      for (const attempt of [() => store().read('prod'), () => locked()]) {
        expect((await errorOf(attempt())).message).toBe(`\`${link}\` is a symbolic link`);
      }
      expect(readdirSync(elsewhere)).toEqual([]);
      rmSync(elsewhere, { recursive: true });
    },
  );

  it.each(['../prod', 'a/b', '', '..'])('whose environment is called %j', async (environment) => {
    expect((await errorOf(Promise.resolve().then(() => store().read(environment)))).exitCode).toBe(5);
  });
});

/** The real file system, whose call number `step` fails as on a full or dying disk. */
function failingAt(step: number, code: string): { files: LedgerFiles; count: () => number } {
  let count = 0;
  const stepped = <Args extends unknown[], Result>(action: (...args: Args) => Promise<Result>) => {
    return (...args: Args): Promise<Result> => {
      count++;
      // A dying disk fails from then on; on a full one, only this write fails.
      const fails = code === 'EIO' ? count >= step : count === step;
      return fails ? Promise.reject(Object.assign(new Error(code), { code })) : action(...args);
    };
  };
  const file = (open: NewFile): NewFile => ({
    ...open,
    write: stepped(open.write),
    sync: stepped(open.sync),
  });
  const files: LedgerFiles = {
    ...closedFiles,
    create: stepped(async (place: string) => file(await closedFiles.create(place))),
    openEnd: stepped(async (place: string) => file(await closedFiles.openEnd(place))),
    link: stepped(closedFiles.link),
    rename: stepped(closedFiles.rename),
    remove: stepped(closedFiles.remove),
    syncFolder: stepped(closedFiles.syncFolder),
  };
  return { files, count: () => count };
}

describe('a disk that fails', () => {
  it.each(share(['ENOSPC', 'EIO']))(
    'at any step, all that was recorded is there, and nothing else (%s)',
    async (code) => {
      let worst = 0;
      for (let step = 1; ; step++) {
        const before = await fill(3);
        const { files, count } = failingAt(step, code);
        let recorded = before.resources;
        let isAppended = false;
        try {
          const lock = await locked({ files });
          await lock.append([put('endpoint/late')]);
          isAppended = true;
          recorded = { ...recorded, 'endpoint/late': entry };
          await lock.release();
        } catch (error) {
          expect(error).toBeInstanceOf(LedgerError);
          expect((error as LedgerError).exitCode).toBe(74);
          expect((error as LedgerError).message).not.toContain(root);
        }
        const after = (await store().read('prod'))!.resources;
        // What could not be recorded may still have reached the disk.
        expect(isAppended ? [recorded] : [recorded, { ...recorded, 'endpoint/late': entry }]).toContainEqual(
          after,
        );
        rmSync(path.join(root, '.edgewright'), { recursive: true });
        if (count() < step) break;
        worst = step;
      }
      expect(worst).toBeGreaterThan(12);
    },
  );

  it('is reported, with the statement of what is still there', async () => {
    await fill(1);
    const isFull = { now: false };
    const full = (): Promise<never> =>
      Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
    const filling: LedgerFiles = {
      ...closedFiles,
      create: (place) => (isFull.now ? full() : closedFiles.create(place)),
    };
    isFull.now = true;
    expect((await errorOf(locked({ files: filling }))).message).toBe(
      'cannot lock `.edgewright/prod/ledger.lock`: the disk is full',
    );
    isFull.now = false;
    const lock = await locked({ files: filling });
    await lock.append([put('endpoint/a')]);
    isFull.now = true;
    expect(await errorOf(lock.release())).toEqual({
      exitCode: 74,
      message: 'cannot write `.edgewright/prod/ledger.json`: the disk is full',
      help: 'nothing is lost: the journal has all of it, and the next run takes it from there',
    });
    expect(Object.keys((await store().read('prod'))!.resources)).toEqual(['endpoint/a']);
    expect(readdirSync(file(''))).not.toContain('ledger.lock');
  });

  it('has room for the records if it was reserved before', async () => {
    await fill(1);
    const disk = smallDisk(6000);
    const lock = await locked({ files: disk.files });
    await lock.reserve(3000);
    await lock.append([put('endpoint/a')]);
    disk.fill();
    await lock.append([put('endpoint/b')]);
    expect(Object.keys((await store().read('prod'))!.resources)).toEqual(['endpoint/a', 'endpoint/b']);
  });
});

/** A disk with this much space: a write that needs more is cut off. `fill`: something else takes what is free. */
function smallDisk(bytes: number): { files: LedgerFiles; fill: () => void } {
  let free = bytes;
  const sizes = new Map<string, number>();
  const metered = (place: string, open: NewFile): NewFile => ({
    ...open,
    write: async (text) => {
      const fits = text.slice(0, free);
      free -= fits.length;
      sizes.set(place, (sizes.get(place) ?? 0) + fits.length);
      await open.write(fits);
      if (fits.length < text.length) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    },
  });
  const files: LedgerFiles = {
    ...closedFiles,
    create: async (place) => metered(place, await closedFiles.create(place)),
    remove: async (place) => {
      await closedFiles.remove(place);
      free += sizes.get(place) ?? 0;
      sizes.delete(place);
    },
  };
  return { files, fill: () => void (free = 10) };
}

describe('an older generation', () => {
  const damage = (text = '{"format":1,"serial":41,'): void => writeFileSync(file('ledger.json'), text);
  const restoring = (serial: number): Promise<RestoreRequest> => store().restore('prod', aRun, serial);

  it('replaces a damaged ledger, with a higher serial and fence than any before', async () => {
    await fill(3);
    rmSync(file('ledger.3.json'));
    damage('{"fence":7,"format":1,"serial":41,');
    const { lock, state, damaged } = await restoring(2);
    expect(Object.keys(state.resources)).toEqual(['endpoint/n1']);
    expect(lock.fence).toBe(8);
    await lock.replace({ ...state, serial: state.serial + 1 });
    await lock.release();
    expect(await store().read('prod')).toMatchObject({ serial: 42, resources: state.resources });
    expect(damaged).toBe('.edgewright/prod/ledger.damaged.json');
    expect(readFileSync(file('ledger.damaged.json'), 'utf8')).toContain('"serial":41');
    expect(readdirSync(file(''))).not.toContain('ledger.lock');
    expect((await locked()).fence).toBe(8);
  });

  it('is as whole as before when the ledger is damaged in place', async () => {
    const last = await fill(3);
    truncateSync(file('ledger.json'));
    const { lock, state } = await restoring(3);
    expect(state.resources).toEqual(last.resources);
    await lock.release();
  });

  it('gets a higher serial than the newest generation if the ledger is missing', async () => {
    await fill(3);
    rmSync(file('ledger.json'));
    const { lock, state, damaged } = await restoring(3);
    await lock.replace({ ...state, serial: state.serial + 1 });
    expect(await store().read('prod')).toMatchObject({ serial: 4 });
    expect(damaged).toBeUndefined();
  });

  it('gets what the journals after it record, up to a damaged line', async () => {
    await fill(2);
    const dead = await locked();
    await dead.append([put('endpoint/a')]);
    await dead.append([put('endpoint/b')]);
    await dead.append([put('endpoint/c')]);
    const journal = readFileSync(file('journal/2.jsonl'), 'utf8');
    writeFileSync(file('journal/2.jsonl'), journal.replace('endpoint/b', 'endpoint/x'));
    rmSync(file('ledger.lock'));
    expect(await errorOf(store().read('prod'))).toEqual({
      exitCode: 5,
      message: '`.edgewright/prod/journal/2.jsonl` cannot be used: its line 3 is damaged',
      help: '`edgewright ledger restore 2 --env prod` takes `.edgewright/prod/ledger.2.json`, the newest generation that is whole, and looks for what was created since',
    });
    const { lock, state } = await restoring(2);
    expect(Object.keys(state.resources)).toEqual(['endpoint/n1', 'endpoint/a']);
    await lock.replace(state);
    await lock.release();
    expect(Object.keys((await store().read('prod'))!.resources)).toEqual(['endpoint/a', 'endpoint/n1']);
    expect(readdirSync(file('journal'))).toEqual([]);
  });

  it('stays as it is if nothing is put in its place', async () => {
    await fill(3);
    damage();
    const { lock } = await restoring(3);
    await lock.release();
    expect(readFileSync(file('ledger.json'), 'utf8')).toContain('"serial":41');
  });

  const refused: [what: string, prepare: () => void, serial: number, message: RegExp][] = [
    ['the ledger is whole', () => undefined, 2, /is whole \(serial 3\): there is nothing to restore$/],
    ['it is of the future', () => damage('{"format":2}'), 2, /a newer edgewright wrote it/],
    ['a newer one is whole', () => damage(), 1, /ledger\.3\.json` is newer than .*ledger\.1\.json`/],
    ['there is none of that number', () => damage(), 9, /^there is no `.*ledger\.9\.json`$/],
    [
      'that one is damaged too',
      () => {
        damage();
        writeFileSync(file('ledger.2.json'), '{');
      },
      2,
      /ledger\.2\.json` cannot be used: it is cut off/,
    ],
    [
      'its serial is negative',
      () => {
        damage();
        writeFileSync(file('ledger.2.json'), ledgerText({ ...first, serial: -1 }));
      },
      2,
      /`serial` is below 0$/,
    ],
  ];
  it.each(refused)('is refused if %s, and changes nothing', async (_what, prepare, serial, message) => {
    await fill(3);
    prepare();
    const before = readdirSync(file(''));
    const error = await errorOf(restoring(serial));
    expect(error.message).toMatch(message);
    expect(error.exitCode).toBe(5);
    expect(readdirSync(file(''))).toEqual(before);
  });
});
