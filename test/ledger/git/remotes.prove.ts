import { cpSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BackendLock } from '../../../src/ledger/backend.ts';
import type { LedgerGit } from '../../../src/ledger/git/ledger-git.ts';
import { aRun } from '../a-run.ts';
import { errorOf } from '../error-of.ts';
import { openLedgers, testRemote, type OpenOptions, type TestRemote } from './git-remote.ts';

let remote: TestRemote;
beforeEach(() => {
  remote = testRemote();
});
afterEach(() => remote.close());

const branch = 'edgewright-ledger';
const locked = (options?: OpenOptions): Promise<BackendLock> =>
  openLedgers(remote, options).backend('production').lock(aRun);
const textOf = (text = 'ledger.json', environment = 'production'): string =>
  remote.git(['show', `${branch}:${environment}/${text}`]);
const commits = (): number => Number(remote.git(['rev-list', '--count', branch]));
const write = (lock: BackendLock, text: string): Promise<void> => lock.write([{ put: 'ledger.json', text }]);

/** Lines of a hook that do something only the first times. */
const first = (times: number, ...lines: readonly string[]): readonly string[] => [
  `echo x >> count; if test $(wc -l < count) -le ${times}; then`,
  ...lines,
  'fi',
];

describe('many runs', () => {
  it('write four environments at once', async () => {
    const environments = ['dev', 'test', 'staging', 'production'];
    const ledgers = environments.map((environment) => openLedgers(remote).backend(environment));
    await Promise.all(
      ledgers.map(async (ledger) => {
        const lock = await ledger.lock(aRun);
        for (const text of ['1', '2', '3'])
          await lock.write([{ append: 'journal/1.jsonl', text: `${text}\n` }]);
        await lock.release();
      }),
    );
    for (const environment of environments) expect(textOf('journal/1.jsonl', environment)).toBe('1\n2\n3\n');
    expect(commits()).toBe(4 * 4);
    expect(remote.git(['ls-tree', '-r', '--name-only', branch])).not.toContain('lock.json');
  });

  it('write one environment one after the other', async () => {
    const results = await Promise.allSettled(
      [1, 2, 3, 4].map(async (index) => {
        const lock = await locked();
        await write(lock, String(index));
        return { lock, index };
      }),
    );
    const winners = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(winners).toHaveLength(1);
    for (const each of results)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ exitCode: 5 });
    expect(textOf()).toBe(String(winners[0]?.index));
    await winners[0]?.lock.release();
    expect(commits()).toBe(2);
  });
});

describe('a remote that refuses', () => {
  it.each([
    ['pre-receive', 'pre-receive hook declined'],
    ['update', 'hook declined'],
  ])('by its hook `%s` is quoted', async (hook, reason) => {
    remote.hook(
      hook,
      `printf 'GH006: Protected branch update failed.\\n\\033[31m* Changes must be made through a pull request.\\033[0m\\n' >&2`,
      'exit 1',
    );
    const lock = await locked();
    const error = await errorOf(write(lock, '1'));
    expect(error).toEqual({
      exitCode: 74,
      message: `\`origin\` rejected the push to \`${branch}\`: ${reason}: GH006: Protected branch update failed. * Changes must be made through a pull request.`,
      help: `allow the credential of this run to push to the branch \`${branch}\` directly; it needs no other branch`,
    });
    expect(await errorOf(write(lock, '2'))).toEqual(error);
    await lock.release();
    expect(remote.git(['branch', '--list', branch])).toBe('');
  });

  it('every other branch is enough for all', async () => {
    remote.hook('update', `test "$1" = refs/heads/${branch}`);
    const lock = await locked();
    await write(lock, '1');
    await lock.release();
    const dead = await locked();
    await write(dead, '1');
    expect(await openLedgers(remote).backend('production').unlock(aRun.id)).toBe('unlocked');
    expect(textOf()).toBe('1');
  });

  it('deletions, forced pushes and everything but one commit at a time is enough too', async () => {
    remote.git(['config', 'receive.denyNonFastForwards', 'true']);
    remote.git(['config', 'receive.denyDeletes', 'true']);
    const lock = await locked();
    await write(lock, '1');
    await write(lock, '2');
    await lock.release();
    expect(commits()).toBe(3);
  });
});

describe('a remote whose answer is lost', () => {
  it('after it has done the push is believed by its branch', async () => {
    remote.hook('post-receive', ...first(2, 'kill -9 $PPID'));
    const lock = await locked();
    await write(lock, '1');
    await write(lock, '2');
    await lock.release();
    expect([textOf(), commits()]).toEqual(['2', 3]);
  });

  it('before it has done the push gets it again', async () => {
    remote.hook('pre-receive', ...first(2, 'kill -9 $PPID'));
    const lock = await locked();
    await write(lock, '1');
    await lock.release();
    expect([textOf(), commits()]).toEqual(['1', 2]);
  });

  it('while commits of another environment follow is believed by the environment', async () => {
    const other = await openLedgers(remote).backend('staging').lock(aRun);
    const wrap = (git: LedgerGit): LedgerGit => ({
      ...git,
      run: async (arguments_, input) => {
        const answer = await git.run(arguments_, input);
        if (arguments_[0] !== 'push') return answer;
        await other.write([{ append: 'journal/1.jsonl', text: 'x\n' }]);
        return { ...answer, exitCode: 128, stdout: Buffer.alloc(0), stderr: 'fatal: the connection ended' };
      },
    });
    const lock = await locked({ wrap });
    await write(lock, '1');
    await write(lock, '2');
    await lock.release();
    expect(textOf()).toBe('2');
    expect(commits()).toBe(6);
  });

  it('for ever is given up, and the lock is named', async () => {
    remote.hook('pre-receive', 'kill -9 $PPID');
    const ledgers = openLedgers(remote);
    const lock = await ledgers.backend('production').lock(aRun);
    const { exitCode, message } = await errorOf(write(lock, '1'));
    expect(exitCode).toBe(69);
    expect(message).toMatch(/^the ledger's remote `origin` cannot be reached: /);
    expect(ledgers.waits).toHaveLength(3);
    await lock.release();
  });

  it('when the lock is given back leaves a lock that can be removed', async () => {
    const lock = await locked();
    await write(lock, '1');
    remote.hook('pre-receive', 'kill -9 $PPID');
    const { exitCode, message, help } = await errorOf(lock.release());
    expect(exitCode).toBe(69);
    expect(message).toMatch(/^the ledger lock of `production` could not be given back: the ledger's remote/);
    expect(help).toContain('`edgewright ledger unlock a1b2c3d4e5f6 --env production`');
    remote.hook('pre-receive', 'exit 0');
    await openLedgers(remote).backend('production').unlock(aRun.id);
    await (await locked()).release();
  });

  it('when the lock is given back may have given it back', async () => {
    const lock = await locked();
    await write(lock, '1');
    remote.hook('post-receive', 'kill -9 $PPID');
    await lock.release();
    expect(commits()).toBe(2);
  });
});

describe('a branch that never stands still', () => {
  it('is given up after a bounded number of attempts and time', async () => {
    const nothing = { isTimedOut: false, stdout: Buffer.alloc(0), stderr: '' };
    const wrap = (git: LedgerGit): LedgerGit => ({
      ...git,
      run: (arguments_, input) => {
        const stdout = Buffer.from('!\tx:refs/heads/x\t[rejected] (stale info)\n');
        if (arguments_[0] === 'push') return Promise.resolve({ ...nothing, exitCode: 1, stdout });
        if (arguments_[0] !== 'fetch') return git.run(arguments_, input);
        return Promise.resolve({ ...nothing, exitCode: 128, stderr: "fatal: couldn't find remote ref x" });
      },
    });
    const ledgers = openLedgers(remote, { wrap });
    const lock = await ledgers.backend('production').lock(aRun);
    const { exitCode, message } = await errorOf(write(lock, '1'));
    expect({ exitCode, message }).toEqual({
      exitCode: 69,
      message: `\`origin\` did not accept a push to \`${branch}\` in 40 attempts: stale info`,
    });
    expect(ledgers.waits).toHaveLength(39);
    expect(Math.max(...ledgers.waits)).toBeLessThanOrEqual(2000);
  });
});

describe('a remote that hangs', () => {
  it('is ended after a time limit, with the programs that git started', async () => {
    remote.hook('pre-receive', ...first(1, 'echo $$ > hanging', 'sleep 60'));
    const lock = await locked({ timeoutMs: 1500 });
    await write(lock, '1');
    await lock.release();
    expect([textOf(), commits()]).toEqual(['1', 2]);
    const pid = readFileSync(path.join(remote.remote, 'hanging'), 'utf8').trim();
    // Ended, if perhaps not yet cleared away.
    const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ') Z';
    expect(stat).toContain(') Z');
  });

  it('at the first question is an error', async () => {
    const wrap = (git: LedgerGit): LedgerGit => ({
      ...git,
      run: (arguments_, input) =>
        arguments_[0] === 'fetch'
          ? Promise.resolve({ exitCode: 1, isTimedOut: true, stdout: Buffer.alloc(0), stderr: '' })
          : git.run(arguments_, input),
    });
    expect(await errorOf(locked({ wrap }))).toEqual({
      exitCode: 69,
      message: "the ledger's remote `origin` did not answer `git fetch` in time",
      help: 'check that `git ls-remote origin` works here',
    });
  });
});

describe('a remote that lags', () => {
  const lagging = (until: { readonly fetches: number }): ((git: LedgerGit) => LedgerGit) => {
    let fetches = 0;
    const stale = path.join(remote.home, 'stale.git');
    cpSync(remote.remote, stale, { recursive: true });
    return (git) => ({
      ...git,
      run: (arguments_, input) => {
        const isStale = arguments_[0] === 'fetch' && fetches++ < until.fetches;
        return git.run(
          isStale ? arguments_.map((one) => (one === git.remote ? stale : one)) : arguments_,
          input,
        );
      },
    });
  };

  it('is waited for, when a run writes on what it shows', async () => {
    await write(await openLedgers(remote).backend('staging').lock(aRun), '0');
    const wrap = lagging({ fetches: 3 });
    await (await openLedgers(remote).backend('test').lock(aRun)).write([{ put: 'ledger.json', text: '1' }]);
    const lock = await locked({ wrap });
    await write(lock, '1');
    expect(textOf()).toBe('1');
  });

  it('does not take a lock away that was written since', async () => {
    const own = await locked({ wrap: lagging({ fetches: 4 }) });
    await write(own, '1');
    await (await openLedgers(remote).backend('test').lock(aRun)).write([{ put: 'ledger.json', text: '1' }]);
    await write(own, '2');
    expect(textOf()).toBe('2');
  });

  it('shows no lock that has been taken: its first write is refused', async () => {
    const wrap = lagging({ fetches: 2 });
    await write(await locked(), '1');
    const late = await locked({ wrap });
    expect((await errorOf(write(late, '2'))).message).toContain('another run took the ledger lock');
    expect(textOf()).toBe('1');
  });
});

describe('a remote that cannot be reached', () => {
  it.each([
    ['a folder that is gone', '/nowhere/x.git', /^the ledger's remote `origin` cannot be reached: /],
    ['a program', 'ext::touch marker', /transport 'ext' not allowed/],
  ])('because it is %s is named', async (_what, url, message) => {
    remote.git(['remote', 'set-url', 'origin', url], 'work');
    const error = await errorOf(locked({}));
    expect(error.message).toMatch(message);
    expect(error.exitCode).toBe(69);
  });

  it.each([
    ['an unknown name', 'upstream', /^git has no remote `upstream`$/],
    ['an option', '--upload-pack=touch', /is not the name of a remote$/],
  ])('because it is %s is an error of the settings', async (_what, name, message) => {
    const error = await errorOf(locked({ remote: name }));
    expect(error.message).toMatch(message);
    expect(error.exitCode).toBe(78);
  });

  it('is named without its credentials, which no argument holds', async () => {
    const url = 'http://ann:hunter2-secret@127.0.0.1:9/x.git';
    const seen: string[] = [];
    const wrap = (git: LedgerGit): LedgerGit => ({
      ...git,
      run: (arguments_, input) => {
        seen.push(...arguments_);
        return git.run(arguments_, input);
      },
    });
    remote.git(['remote', 'set-url', 'origin', url], 'work');
    const error = await errorOf(locked({ wrap }));
    expect(error.exitCode).toBe(69);
    expect(JSON.stringify(error)).not.toMatch(/hunter2|ann:/);
    expect(error.message).toContain('`origin`');
    expect(seen.join(' ')).not.toContain('hunter2');
  });

  it.each([
    [
      "remote: Permission to o/r.git denied to bot.\nfatal: unable to access 'https://t0ken@x/': The requested URL returned error: 403\n",
      'Permission to o/r.git denied',
    ],
    [
      "fatal: could not read Username for 'https://x': terminal prompts disabled\n",
      'could not read Username',
    ],
    [
      'git@x: Permission denied (publickey).\nfatal: Could not read from remote repository.\n',
      'Permission denied',
    ],
  ])('for want of a credential is exit 77 (%#)', async (stderr, words) => {
    const wrap = (git: LedgerGit): LedgerGit => ({
      ...git,
      run: (arguments_, input) =>
        arguments_[0] === 'push'
          ? Promise.resolve({ exitCode: 128, isTimedOut: false, stdout: Buffer.alloc(0), stderr })
          : git.run(arguments_, input),
    });
    const lock = await locked({ wrap });
    const { exitCode, message, help } = await errorOf(write(lock, '1'));
    expect({ exitCode, message }).toEqual({
      exitCode: 77,
      message: expect.stringContaining(words) as string,
    });
    expect(message).not.toContain('t0ken');
    expect(help).toContain(`push the branch \`${branch}\``);
  });
});
