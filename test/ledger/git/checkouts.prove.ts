import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRemoteGit } from '../../../src/workspace/git/remote-git.ts';
import { aRun } from '../a-run.ts';
import { errorOf } from '../error-of.ts';
import { openLedgers, testRemote, type OpenOptions, type TestRemote } from './git-remote.ts';

let remote: TestRemote;
beforeEach(() => {
  remote = testRemote();
});
afterEach(() => remote.close());

/** A run that records something, and one that reads it. */
async function use(options: OpenOptions): Promise<string | undefined> {
  const lock = await openLedgers(remote, options).backend('production').lock(aRun);
  await lock.write([{ append: 'history.jsonl', text: 'x\n' }]);
  await lock.write([{ append: 'history.jsonl', text: 'y\n' }]);
  await lock.release();
  return openLedgers(remote, options).backend('production').read('history.jsonl');
}

/** Everything in a folder: names, types, modes, times and contents. */
function everything(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const file = path.join(folder, name);
      const { mode, mtimeMs } = lstatSync(file);
      const content = lstatSync(file).isFile()
        ? createHash('sha256').update(readFileSync(file)).digest('hex')
        : '';
      return `${name} ${mode} ${mtimeMs} ${content}`;
    });
}

describe('a checkout', () => {
  const ofCi = (git: TestRemote['git'], url: string): void => {
    // What the checkout action of GitHub does, and the runner of GitLab: one commit, no branch.
    git(['init', '--quiet', 'ci'], '.');
    git(['remote', 'add', 'origin', url], 'ci');
    git(
      ['fetch', '--quiet', '--no-tags', '--depth=1', 'origin', '+refs/heads/main:refs/remotes/origin/main'],
      'ci',
    );
    git(['checkout', '--quiet', '--detach', 'refs/remotes/origin/main'], 'ci');
  };
  it.each<[string, () => string]>([
    ['that is whole', () => remote.clone('whole')],
    ['with one commit', () => remote.clone('shallow', '--depth=1')],
    ['without contents', () => remote.clone('partial', '--filter=blob:none', '--no-checkout')],
    ['of a CI job', () => (ofCi(remote.git, `file://${remote.remote}`), path.join(remote.home, 'ci'))],
  ])('%s is used, and not changed in anything', async (_what, make) => {
    const root = make();
    const before = everything(root);
    expect(await use({ root })).toBe('x\ny\n');
    expect(everything(root)).toEqual(before);
  });

  it('of a workspace in a folder, with a remote by a relative path', async () => {
    const root = path.join(remote.work, 'config/edge');
    mkdirSync(root, { recursive: true });
    expect(await use({ root })).toBe('x\ny\n');
  });

  it('in a hook, whose variables lead elsewhere', async () => {
    remote.clone('other');
    const env = {
      GIT_DIR: path.join(remote.work, '.git'),
      GIT_INDEX_FILE: '/nowhere',
    };
    const before = everything(remote.work);
    expect(await use({ env })).toBe('x\ny\n');
    expect(everything(remote.work)).toEqual(before);
  });

  it('with SHA-256, as its remote', async () => {
    remote.git(['init', '--quiet', '--bare', '--template=', '--object-format=sha256', 'sha256.git'], '.');
    remote.git(['init', '--quiet', '--template=', '--object-format=sha256', 'sha256'], '.');
    remote.git(['remote', 'add', 'origin', '../sha256.git'], 'sha256');
    expect(await use({ root: path.join(remote.home, 'sha256') })).toBe('x\ny\n');
  });

  it('can have another remote for the ledger, by its name', async () => {
    remote.git(['init', '--quiet', '--bare', '--template=', 'private.git'], '.');
    const url = path.join(remote.home, 'private.git');
    remote.git(['remote', 'add', 'ledger.of-us', url], 'work');
    expect(await use({ remote: 'ledger.of-us' })).toBe('x\ny\n');
    expect(remote.git(['branch', '--list'])).toBe('* main\n');
  });

  it.each([
    'private.git',
    './private.git',
    '../private.git',
    '<path>',
    'file://<path>',
    'https://git.example.com/r.git',
  ])('takes no URL or path for a remote: %s', async (written) => {
    remote.git(['init', '--quiet', '--bare', '--template=', 'private.git'], '.');
    remote.git(['init', '--quiet', '--bare', '--template=', 'private.git'], 'work');
    const name = written.replace('<path>', path.join(remote.home, 'private.git'));
    const { exitCode, message } = await errorOf(use({ remote: name }));
    expect({ exitCode, message }).toEqual({
      exitCode: 78,
      message: `\`${name}\` is not the name of a remote`,
    });
  });

  it('that is none is an error', async () => {
    mkdirSync(path.join(remote.home, 'plain'));
    const { exitCode, message } = await errorOf(use({ root: path.join(remote.home, 'plain') }));
    expect({ exitCode, message }).toEqual({
      exitCode: 78,
      message: 'the workspace is in no git repository, so the remote `origin` is unknown',
    });
  });
});

describe('settings', () => {
  const set = (...settings: readonly (readonly [string, string])[]): void => {
    for (const [key, value] of settings) remote.git(['config', '--add', key, value], 'work');
  };

  it('that start programs are not used', async () => {
    const marker = path.join(remote.home, 'marker');
    const trap = path.join(remote.home, 'trap.sh');
    writeFileSync(trap, `#!/bin/sh\ntouch ${marker}\nexit 1\n`);
    chmodSync(trap, 0o755);
    const hooks = path.join(remote.work, '.git/hooks');
    mkdirSync(hooks);
    for (const hook of ['pre-push', 'reference-transaction', 'post-index-change', 'pre-auto-gc']) {
      writeFileSync(path.join(hooks, hook), `#!/bin/sh\ntouch ${marker}\nexit 1\n`);
      chmodSync(path.join(hooks, hook), 0o755);
    }
    set(
      ['core.hooksPath', hooks],
      ['core.fsmonitor', trap],
      ['core.pager', trap],
      ['core.alternateRefsCommand', trap],
      ['gpg.program', trap],
      ['commit.gpgSign', 'true'],
      ['push.gpgSign', 'true'],
      ['uploadpack.packObjectsHook', trap],
      ['remote.origin.receivepack', trap],
      ['remote.origin.uploadpack', trap],
      ['remote.origin.vcs', 'trap'],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.mirror', 'true'],
      ['remote.origin.push', '+refs/heads/*:refs/heads/*'],
      ['filter.trap.clean', trap],
      ...['push', 'fetch', 'fast-import', 'ls-tree', 'cat-file', 'config'].map(
        (verb) => [`alias.${verb}`, `!${trap}`] as const,
      ),
    );
    expect(await use({})).toBe('x\ny\n');
    expect(existsSync(marker)).toBe(false);
    expect(() => remote.git(['fetch'], 'work')).toThrow();
    expect(existsSync(marker)).toBe(true);
  });

  it('that make a transport of a program are not used', async () => {
    const marker = path.join(remote.home, 'marker');
    remote.git(['remote', 'set-url', 'origin', `ext::touch ${marker}`], 'work');
    set(['protocol.ext.allow', 'always'], ['protocol.allow', 'always']);
    const { exitCode, message } = await errorOf(use({}));
    expect({ exitCode, message }).toEqual({
      exitCode: 69,
      message: "the ledger's remote `origin` cannot be reached: transport 'ext' not allowed",
    });
    expect(existsSync(marker)).toBe(false);
  });

  it('that say how the remote is reached are used, each once', async () => {
    const url = `file://${remote.remote}`;
    remote.git(['remote', 'set-url', 'origin', 'team:edge'], 'work');
    set([`url.${url}.insteadOf`, 'team:edge']);
    expect(await use({})).toBe('x\ny\n');
    const seen = path.join(remote.home, 'seen');
    const ssh = path.join(remote.home, 'ssh.sh');
    writeFileSync(ssh, `#!/bin/sh\necho "$@" >> ${seen}\nenv | grep -c ^GIT_TRACE >> ${seen}\nexit 255\n`);
    chmodSync(ssh, 0o755);
    remote.git(['remote', 'set-url', 'origin', 'git@forge.example.com:o/r.git'], 'work');
    set(['core.sshCommand', ssh]);
    expect((await errorOf(use({ env: { GIT_TRACE: '1' } }))).exitCode).toBe(69);
    expect(readFileSync(seen, 'utf8')).toContain("git@forge.example.com git-upload-pack 'o/r.git'\n0\n");
  });

  it('that lead to plain http, after `insteadOf` too, are refused before a credential is sent', async () => {
    const refused = { exitCode: 78, message: 'the remote `origin` is reached over plain http' };
    const outcome = async (): Promise<unknown> => {
      const { exitCode, message } = await errorOf(use({}));
      return { exitCode, message };
    };
    remote.git(['remote', 'set-url', 'origin', 'HTTP://git.example.com/r.git'], 'work');
    expect(await outcome()).toEqual(refused);
    remote.git(['remote', 'set-url', 'origin', 'team:edge'], 'work');
    set(['url.http://git.example.com/.insteadOf', 'team:']);
    expect(await outcome()).toEqual(refused);
    // The longest match wins.
    set([`url.file://${remote.remote}.insteadOf`, 'team:edge']);
    expect(await use({})).toBe('x\ny\n');
    set(['url.http://git.example.com/.pushInsteadOf', 'team:ed']);
    expect(await outcome()).toEqual(refused);
    set(['remote.origin.pushurl', remote.remote]);
    expect(await use({})).toBe('x\ny\nx\ny\n');
    set(['remote.origin.pushurl', 'http://git.example.com/r.git']);
    expect(await outcome()).toEqual(refused);
  });

  it('that are lists come in the same order, and each once', async () => {
    const config = path.join(remote.home, '.gitconfig');
    writeFileSync(
      config,
      '[http]\n\textraHeader = A: 1\n[credential]\n\thelper = one\n[safe]\n\tdirectory = /a b\n',
    );
    set(
      ['http.extraHeader', ''],
      ['http.extraHeader', 'B: 2'],
      ['credential.helper', 'two'],
      ['credential.https://x.useHttpPath', 'true'],
      ['safe.directory', '/hostile'],
    );
    const place = { root: remote.work, cwd: remote.home, env: { ...remote.env, EDGEWRIGHT_API_TOKEN: 'x' } };
    const { run } = await openRemoteGit({
      place,
      remote: 'origin',
      scratch: path.join(remote.home, 'scratch'),
    });
    for (const key of [
      'http.extraHeader',
      'credential.helper',
      'credential.https://x.useHttpPath',
      'remote.origin.url',
    ]) {
      const { stdout } = await run(['config', '--get-all', key]);
      expect(stdout.toString()).toBe(remote.git(['config', '--get-all', key], 'work'));
    }
    expect((await run(['config', '--get-all', 'safe.directory'])).stdout.toString()).toBe('/a b\n');
  });

  it('in a file that git includes for this repository alone are used', async () => {
    const included = path.join(remote.home, 'included');
    writeFileSync(included, `[url "file://${remote.remote}"]\n\tinsteadOf = team:edge\n`);
    remote.git(['remote', 'set-url', 'origin', 'team:edge'], 'work');
    set([`includeIf.gitdir:${path.join(remote.work, '.git')}.path`, included]);
    expect(await use({})).toBe('x\ny\n');
  });
});
