import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const repository = path.join(import.meta.dirname, '../../..');
const program = path.join(repository, 'bin/edgewright.js');

/** A clone of a remote of its own, with a workspace whose ledger is on a branch of the remote. */
export interface Checkout {
  /** The folder of the clone. */
  readonly folder: string;
  /** A folder for the files of the runner. */
  readonly runner: string;
  readonly git: (...words: readonly string[]) => string;
  readonly remote: (...words: readonly string[]) => string;
  readonly edgewright: (...words: readonly string[]) => string;
  /** Seals the ledger, as the page tells a person to do once. */
  readonly seal: (key: string) => void;
  readonly env: Readonly<Record<string, string>>;
  readonly remove: () => void;
}

/** The source of all examples. */
const source = 'your-org/edgewright@0123456789abcdef0123456789abcdef01234567';

/** As a team begins: an empty repository, then `init` with these words, committed and pushed to `main`. */
export function openCheckout(...initWords: readonly string[]): Checkout {
  const top = mkdtempSync(path.join(tmpdir(), 'edgewright-action-'));
  const [folder, remote, runner] = ['clone', 'remote.git', 'runner'].map((name) => path.join(top, name)) as [
    string,
    string,
    string,
  ];
  const env = {
    PATH: `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    HOME: top,
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const runIn =
    (cwd: string, file: string, ...before: readonly string[]) =>
    (...words: readonly string[]): string =>
      execFileSync(file, [...before, ...words], {
        cwd,
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }).trim();
  const gitIn = (cwd: string) => runIn(cwd, 'git', '-c', 'user.name=a', '-c', 'user.email=a@example.com');
  gitIn(top)('init', '-q', '--bare', '-b', 'main', remote);
  gitIn(top)('clone', '-q', remote, folder);
  execFileSync('mkdir', [runner]);
  const edgewright = runIn(folder, process.execPath, program);
  edgewright('init', '--store', 'git', ...initWords, ...(initWords.length === 0 ? [] : ['--source', source]));
  const git = gitIn(folder);
  git('add', '.');
  git('commit', '-qm', 'start');
  git('push', '-q', 'origin', 'HEAD:main');
  return {
    folder,
    runner,
    git,
    remote: gitIn(remote),
    edgewright,
    seal: (key) => {
      execFileSync(process.execPath, [program, 'ledger', 'seal', '--env', 'production'], {
        cwd: folder,
        env: { ...env, EDGEWRIGHT_PLAN_KEY: key },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
    },
    env,
    remove: () => rmSync(top, { recursive: true, force: true }),
  };
}

export interface ServedApi {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** The local API as `edgewright serve` runs it, with a token. */
export async function serveApi(token: string): Promise<ServedApi> {
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', '--token', token], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const url = await firstUrl(child);
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        child.on('close', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

function firstUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (part) => {
      text += String(part);
      const [, url] = /listening on (\S+)/.exec(text) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.on('close', () => reject(new Error(`serve has ended: ${text}`)));
  });
}
