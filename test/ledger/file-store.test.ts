import { spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileStore, type FileStoreOptions } from '../../src/ledger/file-store.ts';
import type { LedgerFiles } from '../../src/ledger/ledger-files.ts';
import type { LedgerHost } from '../../src/ledger/ledger-host.ts';
import { nodeFiles } from '../../src/ledger/node-files.ts';
import { nodeHost } from '../../src/ledger/node-host.ts';
import { advanced, emptyLedger, withEntry } from '../../src/ledger/state.ts';
import { ledgerText } from '../../src/ledger/ledger-text.ts';
import { LedgerError } from '../../src/model/errors.ts';
import type { LedgerEntry, LedgerState, LedgerStore } from '../../src/model/ledger.ts';

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
const host = (more: Partial<LedgerHost> = {}): LedgerHost => ({
  pid: 100,
  host: 'runner',
  boot: 'boot-1',
  startOf: () => Promise.resolve('12345'),
  ...more,
});
const store = (more: Partial<FileStoreOptions> = {}): LedgerStore =>
  fileStore({ root, files: nodeFiles, host: host(), env, use: 'here', ...more });

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

async function fill(generations: number): Promise<LedgerState> {
  const lock = await store().lock('prod');
  let state: LedgerState = first;
  for (let count = 0; count < generations; count++) {
    state = advanced(withEntry(state, `endpoint/n${count}`, entry), lock.fence);
    await lock.replace(state);
  }
  await lock.release();
  return state;
}

async function errorOf(
  promise: Promise<unknown>,
): Promise<{ exitCode: number; message: string; help: string }> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(LedgerError);
  const { exitCode, message, help } = error as LedgerError;
  return { exitCode, message, help: help ?? '' };
}

describe('the file store', () => {
  it('returns the written state, readable by this user only', async () => {
    expect(await store().read('prod')).toBeUndefined();
    const state = await fill(3);
    expect(await store().read('prod')).toEqual(state);
    expect(state).toMatchObject({ serial: 3, fence: 1 });
    expect(statSync(file('ledger.json')).mode & 0o777).toBe(0o600);
    expect(statSync(file('')).mode & 0o777).toBe(0o700);
    expect(readdirSync(file(''))).toEqual(['ledger.1.json', 'ledger.2.json', 'ledger.json']);
  });

  it('reads without writing anything', async () => {
    await store().read('prod');
    expect(readdirSync(root)).toEqual([]);
  });

  it('keeps five older generations', async () => {
    await fill(9);
    expect(readdirSync(file(''))).toEqual([
      ...[4, 5, 6, 7, 8].map((serial) => `ledger.${serial}.json`),
      'ledger.json',
    ]);
    expect(JSON.parse(readFileSync(file('ledger.4.json'), 'utf8'))).toMatchObject({ serial: 4 });
  });

  it('raises the fence with each writing holder of the lock', async () => {
    await fill(1);
    const lock = await store().lock('prod');
    expect(lock.fence).toBe(2);
  });

  it('replaces only the state that it has compared', async () => {
    const state = await fill(2);
    const lock = await store().lock('prod');
    expect(await errorOf(lock.replace({ ...state, serial: 9 }))).toMatchObject({
      exitCode: 5,
      message: '`.edgewright/prod/ledger.json` has serial 2, not 8: something else wrote it',
    });
    expect(await store().read('prod')).toEqual(state);
  });

  it('refuses to write after its lock was taken over', async () => {
    const state = await fill(1);
    const lock = await store().lock('prod');
    rmSync(file('ledger.lock'));
    expect((await errorOf(lock.replace(advanced(state, lock.fence)))).message).toBe(
      'the ledger lock was removed while this run held it',
    );
    expect(await store().read('prod')).toEqual(state);
    expect(readdirSync(file('')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('removes leftovers of killed runs, only under the lock', async () => {
    await fill(1);
    writeFileSync(file(`ledger.${'a'.repeat(32)}.tmp`), 'half');
    await store().read('prod');
    expect(readdirSync(file('')).filter((name) => name.endsWith('.tmp'))).toHaveLength(1);
    await (await store().lock('prod')).release();
    expect(readdirSync(file('')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('is refused on a CI runner unless it is set explicitly', async () => {
    expect(() => store({ use: 'ci' })).toThrow(expect.objectContaining({ exitCode: 5 }) as Error);
    expect(await store({ use: 'named' }).read('prod')).toBeUndefined();
  });
});

describe('the lock', () => {
  it('has one holder at a time, and is released', async () => {
    const lock = await store().lock('prod');
    const { exitCode, message, help } = await errorOf(store().lock('prod'));
    expect(exitCode).toBe(5);
    expect(message).toMatch(
      /^the ledger is locked by process 100 on `runner` since 2026-01-02T03:04:05.000Z \(holder [0-9a-f]{8}\)$/,
    );
    expect(help).toContain('delete `.edgewright/prod/ledger.lock`');
    await lock.release();
    await (await store().lock('prod')).release();
    expect(readdirSync(file(''))).toEqual([]);
  });

  it.each([
    ['the process is gone', { startOf: () => Promise.resolve(undefined) }],
    ['its number is another process now', { startOf: () => Promise.resolve('99999') }],
  ])('is taken over when %s', async (_why, later) => {
    const dead = await store().lock('prod');
    const lock = await store({ host: host({ pid: 200, ...later }) }).lock('prod');
    expect(lock.fence).toBe(dead.fence + 1);
    await lock.replace(advanced(first, lock.fence));
    expect((await errorOf(dead.replace(advanced(first, dead.fence)))).exitCode).toBe(5);
    await dead.release();
    expect(readdirSync(file(''))).toContain('ledger.lock');
    await lock.release();
    expect(readdirSync(file(''))).toEqual(['ledger.json']);
  });

  const gone = { startOf: () => Promise.resolve(undefined) };
  it.each([
    ['another host', { ...gone, host: 'other' }],
    ['another boot', { ...gone, boot: 'boot-2' }],
    ['a start time that cannot be known', { startOf: () => Promise.resolve('unknown') }],
  ])('is not taken over from %s', async (_why, later) => {
    await store().lock('prod');
    expect((await errorOf(store({ host: host(later) }).lock('prod'))).exitCode).toBe(5);
  });

  it('is not taken over if the machine has no boot id', async () => {
    await store({ host: host({ boot: 'unknown' }) }).lock('prod');
    expect((await errorOf(store({ host: host({ boot: 'unknown', ...gone }) }).lock('prod'))).exitCode).toBe(
      5,
    );
  });

  it.each(['', '{"holder":', '{}'])('that contains %j is not taken over', async (text) => {
    mkdirSync(file(''), { recursive: true });
    writeFileSync(file('ledger.lock'), text);
    expect((await errorOf(store().lock('prod'))).message).toBe(
      'the ledger is locked, and `.edgewright/prod/ledger.lock` does not say by whom',
    );
  });

  it('goes to exactly one of many runs that find its holder dead', async () => {
    await store().lock('prod');
    const takers = Array.from({ length: 12 }, (_, index) =>
      store({
        host: host({
          pid: 200 + index,
          startOf: (pid) => Promise.resolve(pid === 100 ? undefined : '12345'),
        }),
      }).lock('prod'),
    );
    const results = await Promise.allSettled(takers);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(readdirSync(file(''))).toEqual(['ledger.lock']);
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
    for (const attempt of [() => store().read('prod'), () => store().lock('prod')]) {
      expect(await errorOf(attempt())).toEqual({
        exitCode: 5,
        message: `${shown} ${message}`,
        help: message.includes('newer')
          ? 'update Edgewright to the version that wrote it'
          : '`edgewright ledger restore 1 --env prod` takes `.edgewright/prod/ledger.1.json`, the newest older generation that is whole, and looks for what was created since',
      });
    }
    expect(readdirSync(file(''))).not.toContain('ledger.lock');
  });

  it('that is missing while older generations exist', async () => {
    await fill(2);
    rmSync(file('ledger.json'));
    expect(await errorOf(store().read('prod'))).toMatchObject({
      message: `${shown} is gone, but older generations of it are there`,
      exitCode: 5,
    });
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
      for (const attempt of [() => store().read('prod'), () => store().lock('prod')]) {
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
  const files: LedgerFiles = {
    ...nodeFiles,
    create: stepped(async (place: string) => {
      const open = await nodeFiles.create(place);
      return { write: stepped(open.write), sync: stepped(open.sync), close: open.close };
    }),
    link: stepped(nodeFiles.link),
    rename: stepped(nodeFiles.rename),
    remove: stepped(nodeFiles.remove),
    syncFolder: stepped(nodeFiles.syncFolder),
  };
  return { files, count: () => count };
}

describe('a disk that fails', () => {
  it.each(['ENOSPC', 'EIO'])('at any step, one whole generation is left (%s)', async (code) => {
    const before = await fill(7);
    let worst = 0;
    for (let step = 1; ; step++) {
      const { files, count } = failingAt(step, code);
      const disk = { files };
      let state = before;
      try {
        const lock = await store(disk).lock('prod');
        state = advanced(withEntry(before, `endpoint/step-${step}`, entry), lock.fence);
        await lock.replace(state);
        await lock.release();
      } catch (error) {
        expect(error).toBeInstanceOf(LedgerError);
        expect((error as LedgerError).exitCode).toBe(74);
        expect((error as LedgerError).message).not.toContain(root);
      }
      const after = await store().read('prod');
      expect([before, state]).toContainEqual(after);
      rmSync(path.join(root, '.edgewright'), { recursive: true });
      await fill(7);
      if (count() < step) break;
      worst = step;
    }
    expect(worst).toBeGreaterThan(8);
  });

  it('is reported, with the statement that nothing is lost', async () => {
    const before = await fill(1);
    const disk = failingAt(Infinity, 'ENOSPC');
    const lock = await store(disk).lock('prod');
    const full: LedgerFiles = {
      ...disk.files,
      create: () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' })),
    };
    await lock.release();
    await store()
      .lock('prod')
      .then((held) => held.release());
    expect((await errorOf(store({ files: full }).lock('prod'))).message).toBe(
      'cannot lock `.edgewright/prod/ledger.lock`: the disk is full',
    );
    let isFull = false;
    const filling: LedgerFiles = {
      ...nodeFiles,
      create: (place) => (isFull ? full.create(place) : nodeFiles.create(place)),
    };
    const second = await store({ files: filling }).lock('prod');
    isFull = true;
    const next = advanced(before, second.fence);
    expect(await errorOf(second.replace(next))).toEqual({
      exitCode: 74,
      message: 'cannot write `.edgewright/prod/ledger.json`: the disk is full',
      help: 'the generation before it is intact',
    });
    isFull = false;
    expect((await errorOf(second.replace(next))).exitCode).toBe(74);
    expect(await store().read('prod')).toEqual(before);
    await second.release();
  });
});

describe('an older generation', () => {
  const damage = (text = '{"format":1,"serial":41,'): void => writeFileSync(file('ledger.json'), text);
  const restoring = (serial: number): ReturnType<ReturnType<typeof fileStore>['restore']> =>
    fileStore({ root, files: nodeFiles, host: host(), env, use: 'here' }).restore('prod', serial);

  it('replaces a damaged ledger, with a higher serial and fence than any before', async () => {
    await fill(3);
    damage('{"fence":7,"format":1,"serial":41,');
    const { lock, state, damaged } = await restoring(2);
    expect(Object.keys(state.resources)).toEqual(['endpoint/n0', 'endpoint/n1']);
    expect(lock.fence).toBe(8);
    await lock.replace(advanced(state, lock.fence));
    await lock.release();
    expect(await store().read('prod')).toMatchObject({ serial: 42, fence: 8, resources: state.resources });
    expect(damaged).toBe('.edgewright/prod/ledger.damaged.json');
    expect(readFileSync(file('ledger.damaged.json'), 'utf8')).toContain('"serial":41');
    expect(readdirSync(file(''))).not.toContain('ledger.lock');
  });

  it('gets a higher serial than the newest generation if the ledger is missing', async () => {
    await fill(3);
    rmSync(file('ledger.json'));
    const { lock, state, damaged } = await restoring(2);
    await lock.replace(advanced(state, lock.fence));
    expect(await store().read('prod')).toMatchObject({ serial: 4 });
    expect(damaged).toBeUndefined();
  });

  const refused: [what: string, prepare: () => void, serial: number, message: RegExp][] = [
    ['the ledger is whole', () => undefined, 2, /is whole \(serial 3\): there is nothing to restore$/],
    ['it is of the future', () => damage('{"format":2}'), 2, /a newer edgewright wrote it/],
    ['a newer one is whole', () => damage(), 1, /ledger\.2\.json` is newer than .*ledger\.1\.json`/],
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
