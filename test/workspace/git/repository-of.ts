import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder with a git repository in it that knows nothing of the user's or the machine's configuration. */
export interface TemporaryRepository {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly git: (...arguments_: readonly string[]) => string;
  readonly write: (files: Readonly<Record<string, string | Uint8Array>>) => void;
  /** Adds all there is and commits it. */
  readonly commit: (message: string) => void;
}

export async function withRepository<Result>(
  body: (repository: TemporaryRepository) => Promise<Result> | Result,
): Promise<Result> {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'edgewright-git-')));
  const folder = path.join(home, 'repository');
  mkdirSync(folder);
  const env = environmentFor(home);
  const git = (...arguments_: readonly string[]): string =>
    execFileSync('git', arguments_, {
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const write = (files: Readonly<Record<string, string | Uint8Array>>): void => {
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), content);
    }
  };
  const commit = (message: string): void => {
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message', message);
  };
  try {
    git('init', '--quiet', '--initial-branch', 'main');
    return await body({ folder, env, git, write, commit });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function environmentFor(home: string): Readonly<Record<string, string>> {
  const who: readonly (readonly [string, string])[] = ['AUTHOR', 'COMMITTER'].flatMap(
    (role): [string, string][] => [
      [`GIT_${role}_NAME`, 'A'],
      [`GIT_${role}_EMAIL`, 'a@example.com'],
      [`GIT_${role}_DATE`, '2026-06-01T12:00:00Z'],
    ],
  );
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: path.join(home, '.gitconfig'),
    GIT_CEILING_DIRECTORIES: home,
    ...Object.fromEntries(who),
  };
}
