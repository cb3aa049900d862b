import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openRemoteGit } from '../../../src/workspace/git/remote-git.ts';
import type { ProcessHost } from '../../../src/text/system/run-process.ts';
import type { Backend } from '../../../src/ledger/backend.ts';
import { gitBackends } from '../../../src/ledger/git/git-backend.ts';
import type { LedgerGit } from '../../../src/ledger/git/ledger-git.ts';
import { aHost } from '../a-host.ts';

export interface TestRemote {
  /** The folder of all; the remote is `remote.git` in it. */
  readonly home: string;
  readonly remote: string;
  /** A clone that names the remote by a relative path. */
  readonly work: string;
  readonly env: Readonly<Record<string, string>>;
  /** Git in a folder below home, `remote.git` unless named. */
  readonly git: (arguments_: readonly string[], folder?: string) => string;
  /** A hook of the remote, as lines of a shell script. */
  readonly hook: (name: string, ...lines: readonly string[]) => void;
  /** A clone, as a user or a CI job has one. */
  readonly clone: (name: string, ...options: readonly string[]) => string;
  readonly close: () => void;
}

let template: string | undefined;

/** A bare repository with two commits on `main`; git knows nothing of the machine, not even a user. */
export function testRemote(): TestRemote {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'edgewright-remote-')));
  const remote = path.join(home, 'remote.git');
  const env = {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: path.join(home, '.gitconfig'),
    GIT_CEILING_DIRECTORIES: home,
  };
  const git: TestRemote['git'] = (arguments_, folder = 'remote.git') =>
    execFileSync('git', arguments_, {
      cwd: path.join(home, folder),
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  if (template === undefined) {
    template = mkdtempSync(path.join(tmpdir(), 'edgewright-template-'));
    process.once('exit', () => rmSync(template ?? '', { recursive: true }));
    makeFolders(git, remote);
    cpSync(home, template, { recursive: true });
  } else cpSync(template, home, { recursive: true });
  return {
    home,
    remote,
    work: path.join(home, 'work'),
    env,
    git,
    hook: (name, ...lines) => {
      mkdirSync(path.join(remote, 'hooks'), { recursive: true });
      writeFileSync(path.join(remote, 'hooks', name), `#!/bin/sh\n${lines.join('\n')}\n`);
      chmodSync(path.join(remote, 'hooks', name), 0o755);
    },
    clone: (name, ...options) => {
      git(['clone', '--quiet', ...options, `file://${remote}`, name], '.');
      return path.join(home, name);
    },
    close: () => rmSync(home, { recursive: true, force: true }),
  };
}

function makeFolders(git: TestRemote['git'], remote: string): void {
  mkdirSync(remote);
  git(['init', '--quiet', '--bare', '--template=', '--initial-branch', 'main']);
  git(['config', 'receive.autogc', 'false']);
  git(['config', 'core.fsync', 'none']);
  const tree = git(['mktree']).trim();
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
  const first = git([...who, 'commit-tree', tree, '-m', 'first']).trim();
  const second = git([...who, 'commit-tree', tree, '-p', first, '-m', 'second']).trim();
  git(['update-ref', 'refs/heads/main', second]);
  git(['clone', '--quiet', '--template=', remote, 'work'], '.');
  git(['remote', 'set-url', 'origin', '../remote.git'], 'work');
}

let opened = 0;

export interface OpenOptions {
  /** The folder of the workspace; `work` if none is named. */
  readonly root?: string;
  readonly remote?: string;
  readonly timeoutMs?: number;
  readonly host?: ProcessHost;
  readonly env?: Readonly<Record<string, string>>;
  /** Changes what git does, to break it. */
  readonly wrap?: (git: LedgerGit) => LedgerGit;
}

export interface OpenedLedgers {
  readonly backend: (environment: string) => Backend;
  /** In milliseconds. */
  readonly waits: readonly number[];
}

/** The ledgers as another process would open them. Waits are 1000 times shorter. */
export function openLedgers(
  { home, work, env }: TestRemote,
  {
    root = work,
    remote = 'origin',
    timeoutMs = 10_000,
    host = aHost('runner-7'),
    env: more = {},
    wrap = (git) => git,
  }: OpenOptions = {},
): OpenedLedgers {
  const waits: number[] = [];
  const sleep = (milliseconds: number): Promise<void> => {
    waits.push(milliseconds);
    return new Promise((resolve) => setTimeout(resolve, milliseconds / (milliseconds < 500 ? 10 : 1000)));
  };
  const place = { root, cwd: root, env: { ...env, ...more } };
  const scratch = path.join(home, `scratch-${++opened}`);
  const backend = gitBackends({
    git: async () => wrap(await openRemoteGit({ place, remote, scratch, timeoutMs })),
    branch: 'edgewright-ledger',
    host,
    env: {
      clock: { now: () => new Date('2026-01-02T03:04:05Z'), sleep },
      random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    },
  });
  return { backend, waits };
}
