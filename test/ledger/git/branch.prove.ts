import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BackendLock } from '../../../src/ledger/backend.ts';
import { gitBackends } from '../../../src/ledger/git/git-backend.ts';
import { ledgerStore } from '../../../src/ledger/backend-store.ts';
import { emptyLedger } from '../../../src/ledger/state.ts';
import type { RunAbout } from '../../../src/model/ledger/journal.ts';
import { aRun } from '../a-run.ts';
import { aHost } from '../a-host.ts';
import { errorOf } from '../error-of.ts';
import { openLedgers, testRemote, type OpenOptions, type TestRemote } from './git-remote.ts';

let remote: TestRemote;
beforeEach(() => {
  remote = testRemote();
});
afterEach(() => remote.close());

const branch = 'edgewright-ledger';
const locked = (run = aRun, environment = 'production', options?: OpenOptions): Promise<BackendLock> =>
  openLedgers(remote, options).backend(environment).lock(run);
const branches = (): string => remote.git(['for-each-ref', '--format=%(refname)']).trim();
const subjects = (): readonly string[] =>
  remote.git(['log', '--reverse', '--format=%s', branch]).trim().split('\n');
const files = (): readonly string[] =>
  remote.git(['ls-tree', '-r', '--name-only', branch]).trim().split('\n');

const ciRun: RunAbout = {
  ...aRun,
  actor: 'ann <ann@example.com>',
  commit: 'c0ffee',
  ci: { url: 'https://ci.example.com/runs/12', attempt: '2' },
};

describe('the branch', () => {
  it('has the address of the environment as its author, where a push rule takes known ones only', async () => {
    const emails = (): string => remote.git(['log', '-1', '--format=%ae %ce', branch]).trim();
    const write = async (environment: string, env: Readonly<Record<string, string>>): Promise<void> => {
      const lock = await locked(aRun, environment, { env });
      await lock.write([{ create: 'journal/1.jsonl', text: 'a\n' }]);
      await lock.release();
    };
    await write('production', {});
    expect(emails()).toBe('edgewright@noreply.invalid edgewright@noreply.invalid');
    await write('staging', { GIT_AUTHOR_EMAIL: 'bot@example.com' });
    expect(emails()).toBe('bot@example.com bot@example.com');
  });

  it('is an audit log: one commit a write, with who, what and why', async () => {
    const lock = await locked(ciRun);
    expect(branches()).toBe('refs/heads/main');
    await lock.write([{ create: 'journal/1.jsonl', text: 'a\nb\n' }]);
    await lock.write([
      { append: 'journal/1.jsonl', text: 'c\n' },
      { put: 'rollback/1.json', text: '{}' },
    ]);
    await lock.write([{ put: 'ledger.json', text: '{}' }, { remove: 'journal/1.jsonl' }]);
    expect(files()).toEqual([
      '.edgewright-ledger',
      'README.md',
      'production/ledger.json',
      'production/lock.json',
      'production/rollback/1.json',
    ]);
    expect(await openLedgers(remote).backend('production').list('')).toEqual(['ledger.json', 'rollback']);
    await lock.release();
    expect(files()).not.toContain('production/lock.json');
    expect(subjects()).toEqual([
      'apply production: 2 records (run a1b2c3d4e5f6)',
      'apply production: 1 record, rollback file (run a1b2c3d4e5f6)',
      'apply production: ledger (run a1b2c3d4e5f6)',
      'apply production: end (run a1b2c3d4e5f6)',
    ]);
    const format = '--format=%P|%an|%ae|%cn|%aI%n%b';
    expect(remote.git(['log', '-1', format, `${branch}~3`])).toBe(
      '|ann ann@example.com|edgewright@noreply.invalid|ann ann@example.com|2026-01-02T03:04:05+00:00\n' +
        '[skip ci]\n\nRun: a1b2c3d4e5f6\nHost: runner-7\nCommit: c0ffee\nCI: https://ci.example.com/runs/12 (attempt 2)\n\n',
    );
    expect(remote.git(['show', `${branch}:README.md`])).toContain('do not edit it');
  });

  it('gets no commit from a run that records nothing', async () => {
    const lock = await locked();
    await lock.write([]);
    await lock.release();
    expect(branches()).toBe('refs/heads/main');
  });

  it('continues a journal that grows in further files, as one text', async () => {
    const lock = await locked();
    const line = `${'x'.repeat(1000)}\n`;
    await lock.write([{ create: 'journal/1.jsonl', text: line.repeat(200) }]);
    await lock.write([{ append: 'journal/1.jsonl', text: line.repeat(100) }]);
    await lock.write([{ append: 'journal/1.jsonl', text: line.repeat(100) }]);
    await lock.write([{ append: 'journal/1.jsonl', text: `é${line}` }]);
    expect(files().filter((file) => file.includes('journal'))).toEqual(
      ['', '.1', '.2'].map((end) => `production/journal/1.jsonl${end}`),
    );
    const { list, read } = openLedgers(remote).backend('production');
    expect(await list('journal/')).toEqual(['1.jsonl']);
    expect((await read('journal/1.jsonl')) === `${line.repeat(400)}é${line}`).toBe(true);
    await lock.write([
      { keep: 'journal/1.jsonl', as: 'journal/2.jsonl' },
      { put: 'journal/1.jsonl', text: 'short' },
    ]);
    const after = openLedgers(remote).backend('production');
    expect((await after.read('journal/2.jsonl'))?.length).toBe(line.length * 401 + 1);
    expect(await after.read('journal/1.jsonl')).toBe('short');
    await lock.write([{ remove: 'journal/2.jsonl' }]);
    expect(files().filter((file) => file.includes('journal'))).toEqual(['production/journal/1.jsonl']);
  });

  it('is refused if it is one of something else', async () => {
    remote.git(['update-ref', `refs/heads/${branch}`, 'refs/heads/main']);
    expect(await errorOf(locked())).toEqual({
      exitCode: 5,
      message: `the branch \`${branch}\` of \`origin\` is not a ledger: it does not contain \`.edgewright-ledger\``,
      help: 'name a branch that Edgewright alone writes: `--branch` for `init` and `ledger migrate`, else `ledger.branch` in edgewright.yaml',
    });
  });

  it('is refused if a later version wrote it', async () => {
    const blob = remote.git(['hash-object', '-w', '/dev/null']).trim();
    const index = { ...remote, env: { ...remote.env } };
    index.git(['read-tree', '--empty']);
    index.git(['update-index', '--add', '--cacheinfo', `100644,${blob},.edgewright-ledger`]);
    const tree = index.git(['write-tree']).trim();
    const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
    remote.git([
      'update-ref',
      `refs/heads/${branch}`,
      remote.git([...who, 'commit-tree', tree, '-m', 'x']).trim(),
    ]);
    const { exitCode, message } = await errorOf(
      openLedgers(remote).backend('production').read('ledger.json'),
    );
    expect({ exitCode, message }).toEqual({
      exitCode: 5,
      message: `the branch \`${branch}\` of \`origin\` cannot be used: a newer edgewright wrote it`,
    });
  });

  it.each(['-x', 'a..b', 'a b', 'x.lock', 'a/', 'HEAD', 'refs:x', ''])('cannot be named `%s`', (name) => {
    const env = {
      clock: { now: () => new Date(), sleep: () => Promise.resolve() },
      random: () => new Uint8Array(),
    };
    const git = (): Promise<never> => Promise.reject(new Error('not used'));
    expect(() => gitBackends({ git, branch: name, host: aHost(), env })).toThrow(
      'is not a valid name of a branch',
    );
  });
});

describe('the lock', () => {
  it('names its run, and the command that removes it', async () => {
    const lock = await locked(ciRun);
    await lock.write([{ put: 'ledger.json', text: '1' }]);
    expect(await errorOf(locked())).toEqual({
      exitCode: 5,
      message:
        'the ledger of `production` is locked by run a1b2c3d4e5f6 (`apply` by ann <ann@example.com> on `runner-7` since 2026-01-02T03:04:05.000Z; https://ci.example.com/runs/12, attempt 2)',
      help: 'wait for it to end; once it is certain that it does not run any more, remove its lock with `edgewright ledger unlock a1b2c3d4e5f6 --env production`',
    });
  });

  it('is lost to a run that writes first, before anything was sent', async () => {
    const [slow, fast] = [await locked(), await locked({ ...aRun, id: 'fa57' })];
    await fast.write([{ put: 'ledger.json', text: 'fast' }]);
    const late = await errorOf(slow.write([{ put: 'ledger.json', text: 'slow' }]));
    expect(late).toEqual({
      exitCode: 5,
      message:
        'another run took the ledger lock of `production` first: run fa57 (`apply` on `runner-7` since 2026-01-02T03:04:05.000Z)',
      help: 'this run recorded nothing and sent no request; run it again once the other one has ended',
    });
    await slow.release();
    await fast.write([{ put: 'ledger.json', text: 'still fast' }]);
    await fast.release();
    expect(remote.git(['show', `${branch}:production/ledger.json`])).toBe('still fast');
  });

  it('is refused to a run that read what another one has changed since', async () => {
    const slow = await locked();
    const fast = await locked({ ...aRun, id: 'fa57' });
    await fast.write([{ put: 'ledger.json', text: 'fast' }]);
    await fast.release();
    expect((await errorOf(slow.write([{ put: 'ledger.json', text: 'slow' }]))).message).toBe(
      'the ledger of `production` was changed by another run after this one read it',
    );
    expect(remote.git(['show', `${branch}:production/ledger.json`])).toBe('fast');
  });

  it('is removed for the run that is named, and for no other', async () => {
    const dead = await locked();
    await dead.write([{ put: 'ledger.json', text: '1' }]);
    const { unlock } = openLedgers(remote).backend('production');
    expect(await unlock('beef')).toEqual({ other: { ...aRun, host: 'runner-7' } });
    expect(await unlock(aRun.id)).toBe('unlocked');
    expect(await unlock(aRun.id)).toBe('not-locked');
    expect(subjects().at(-1)).toBe('ledger unlock production: lock removed (run a1b2c3d4e5f6)');
    const { message, help } = await errorOf(dead.write([{ put: 'ledger.json', text: '2' }]));
    expect(message).toBe('the ledger lock was removed while this run held it');
    expect(help).toContain('edgewright plan');
    const count = subjects().length;
    await dead.release();
    expect(subjects()).toHaveLength(count);
  });

  it('can be removed even if its file names no run', async () => {
    await (await locked()).write([{ put: 'ledger.json', text: '1' }]);
    const text = remote.git(['hash-object', '-w', '/dev/null']).trim();
    remote.git(['read-tree', branch]);
    remote.git(['update-index', '--add', '--cacheinfo', `100644,${text},production/lock.json`]);
    const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
    const commit = [...who, 'commit-tree', remote.git(['write-tree']).trim(), '-p', branch, '-m', 'x'];
    remote.git(['update-ref', `refs/heads/${branch}`, remote.git(commit).trim()]);
    const { message, help } = await errorOf(locked());
    expect(message).toContain('does not say by which run');
    expect(help).toContain('edgewright ledger unlock unknown --env production');
    const { unlock } = openLedgers(remote).backend('production');
    expect((await errorOf(unlock(aRun.id))).message).toContain('does not say by which run');
    expect(await unlock('unknown')).toBe('unlocked');
    await (await locked()).release();
  });

  it('is kept by a branch whose history was cut, and lost with the branch', async () => {
    const lock = await locked();
    await lock.write([{ put: 'ledger.json', text: '1' }]);
    await lock.write([{ put: 'ledger.json', text: '2' }]);
    const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
    const cut = remote.git([...who, 'commit-tree', `${branch}^{tree}`, '-m', 'cut']).trim();
    remote.git(['update-ref', `refs/heads/${branch}`, cut]);
    await lock.write([{ put: 'ledger.json', text: '3' }]);
    expect(subjects()).toEqual(['cut', 'apply production: ledger (run a1b2c3d4e5f6)']);
    remote.git(['update-ref', '-d', `refs/heads/${branch}`]);
    expect((await errorOf(lock.write([{ put: 'ledger.json', text: '4' }]))).message).toBe(
      'the ledger lock was removed while this run held it',
    );
    expect(branches()).toBe('refs/heads/main');
  });

  it('does not overwrite what something else changed in the environment', async () => {
    const lock = await locked();
    await lock.write([{ put: 'ledger.json', text: '1' }]);
    const text = remote.git(['hash-object', '-w', '/dev/null']).trim();
    remote.git(['read-tree', branch]);
    remote.git(['update-index', '--add', '--cacheinfo', `100644,${text},production/ledger.json`]);
    const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
    const commit = [...who, 'commit-tree', remote.git(['write-tree']).trim(), '-p', branch, '-m', 'x'];
    remote.git(['update-ref', `refs/heads/${branch}`, remote.git(commit).trim()]);
    expect((await errorOf(lock.write([{ put: 'ledger.json', text: '2' }]))).message).toBe(
      '`edgewright-ledger:production/` was changed while this run held the lock: something else wrote it',
    );
    await lock.release();
    expect(files()).not.toContain('production/lock.json');
  });
});

describe('asking the remote', () => {
  it('happens once before the first write, and not at all between it and the end', async () => {
    const about = { environment: 'production', lineage: 'l1', api: '' };
    const begin = await ledgerStore(openLedgers(remote)).lock('production', aRun);
    await begin.replace({ ...emptyLedger(about), serial: 1 });
    await begin.release();
    const asked: string[] = [];
    const wrap: OpenOptions['wrap'] = (git) => ({
      ...git,
      run: (words, input) => {
        if (words[0] === 'fetch' || words[0] === 'push') asked.push(words[0]);
        return git.run(words, input);
      },
    });
    const store = ledgerStore(openLedgers(remote, { wrap }));
    const lock = await store.lock('production', aRun, { onMissing: () => expect.fail('it is there') });
    expect(lock.state()).toMatchObject({ serial: 1 });
    expect(await lock.rollbacks.list()).toEqual([]);
    expect(asked).toEqual(['fetch']);
    await lock.append([{ type: 'answer', changes: [{ change: 'bind', api: 'https://api' }] }]);
    expect(asked).toEqual(['fetch', 'push']);
    await lock.release();
    // The ledger, and the lock given back.
    expect(asked).toEqual(['fetch', 'push', 'push', 'push']);
  });

  it('is refused for a missing ledger, without a trace', async () => {
    const refuse = (): never => {
      throw new Error('no ledger');
    };
    const store = ledgerStore(openLedgers(remote));
    await expect(store.lock('production', aRun, { onMissing: refuse })).rejects.toThrow('no ledger');
    expect(branches()).toBe('refs/heads/main');
  });
});
