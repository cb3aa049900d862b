/**
 * A clone as CI makes it, of a real repository: what `--base` needs of it, and whether the command it prints gets that.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { withRepository, type TemporaryRepository } from './repository-of.ts';
import { runIn } from './run-lint.ts';

const workspace = {
  'edgewright.yaml': 'version: 1\nsafety: { max_deletes: 1 }\n',
  'environments/production.yaml': 'vars: { domain: example.com }\n',
  'resources/a.yaml': 'kind: endpoint\nname: a\nspec: { url: "https://a.$(domain)" }\n',
};

/** Five commits of main, then a branch of three that raises a limit, while main goes on. */
function makeHistory({ git, write, commit }: TemporaryRepository): void {
  write(workspace);
  commit('the workspace');
  for (const number of [1, 2, 3, 4]) {
    write({ 'NEWS.md': `${number}\n` });
    commit(`main ${number}`);
  }
  git('switch', '--quiet', '--create', 'topic');
  write({ 'edgewright.yaml': 'version: 1\nsafety: { max_deletes: 9 }\n' });
  commit('topic 1');
  write({ 'TOPIC.md': '2\n' });
  commit('topic 2');
  write({ 'TOPIC.md': '3\n' });
  commit('topic 3');
  git('switch', '--quiet', 'main');
  write({ 'NEWS.md': 'later\n' });
  commit('main 5');
  // The merge commit that CI checks out for a pull request.
  git('switch', '--quiet', '--detach');
  git('merge', '--quiet', '--no-ff', '--message', 'merge', 'topic');
  git('update-ref', 'refs/pull/1/merge', 'HEAD');
  git('switch', '--quiet', 'main');
}

interface Clone {
  readonly folder: string;
  readonly env: TemporaryRepository['env'];
  readonly git: (...words: readonly string[]) => string;
}

function cloneOf({ folder, env }: TemporaryRepository): Clone {
  const place = path.join(path.dirname(folder), 'clone');
  mkdirSync(place);
  const git = (...words: readonly string[]): string =>
    execFileSync('git', words, { cwd: place, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  return { folder: place, env, git };
}

const clones: Readonly<Record<string, (clone: Clone, url: string) => void>> = {
  'git clone --depth 1 of the branch': ({ git }, url) =>
    void git('clone', '--quiet', '--depth', '1', '--branch', 'topic', url, '.'),
  'git clone --depth 1 of the branch, and the base fetched as shallow': ({ git }, url) => {
    git('clone', '--quiet', '--depth', '1', '--branch', 'topic', url, '.');
    git('fetch', '--quiet', '--depth', '1', 'origin', '+refs/heads/main:refs/remotes/origin/main');
  },
  'a checkout of the merge, as of actions/checkout': ({ git }, url) => {
    git('init', '--quiet');
    git('remote', 'add', 'origin', url);
    git(
      'fetch',
      '--quiet',
      '--no-tags',
      '--depth=1',
      'origin',
      '+refs/pull/1/merge:refs/remotes/pull/1/merge',
    );
    git('checkout', '--quiet', '--force', 'refs/remotes/pull/1/merge');
  },
};

async function lint(
  { folder, env }: Clone,
  base: string,
): Promise<{ exit: number; stdout: string; stderr: string }> {
  return runIn({ folder, env }, 'lint', '--format', 'compact', '--base', base);
}

describe.each(Object.entries(clones))('%s', (_name, clone) => {
  test('is refused with the command that fixes it, which works', async () => {
    await withRepository(async (repository) => {
      makeHistory(repository);
      const cloned = cloneOf(repository);
      clone(cloned, `file://${repository.folder}`);
      const { exit, stderr } = await lint(cloned, 'origin/main');
      expect([exit, stderr]).toEqual([64, expect.stringContaining('git fetch --unshallow')]);
      const [, command = ''] = /`git (fetch [^`]*)`/.exec(stderr.replaceAll(/\n\s*=?\s*/g, ' ')) ?? [];
      cloned.git(...command.split(' '));
      const mended = await lint(cloned, 'origin/main');
      expect([mended.exit, mended.stderr]).toEqual([0, '']);
      expect(mended.stdout).toContain('`safety.max_deletes` is 9, and 1 in `origin/main`');
    });
  });
});

test('two commits of the merge are enough to compare with the branch it is for', async () => {
  await withRepository(async (repository) => {
    makeHistory(repository);
    const { git, ...cloned } = cloneOf(repository);
    git('init', '--quiet');
    git('fetch', '--quiet', '--depth=2', `file://${repository.folder}`, 'refs/pull/1/merge');
    git('checkout', '--quiet', 'FETCH_HEAD');
    const { exit, stdout, stderr } = await lint({ ...cloned, git }, 'HEAD^1');
    expect([exit, stderr]).toEqual([0, '']);
    expect(stdout).toContain('`safety.max_deletes` is 9, and 1 in `HEAD^1`');
  });
});

test('one commit of it is not enough, which is reported', async () => {
  await withRepository(async (repository) => {
    makeHistory(repository);
    const { git, ...cloned } = cloneOf(repository);
    git('init', '--quiet');
    git('fetch', '--quiet', '--depth=1', `file://${repository.folder}`, 'refs/pull/1/merge');
    git('checkout', '--quiet', 'FETCH_HEAD');
    const { exit, stderr } = await lint({ ...cloned, git }, 'HEAD^1');
    expect(exit).toBe(64);
    expect(stderr).toContain('git knows no commit `HEAD^1`');
    expect(stderr).toContain('this clone is shallow');
  });
});

test('an old commit of both sides is not taken for the last one where history is cut', async () => {
  await withRepository(async (repository) => {
    const { git, write, commit } = repository;
    write(workspace);
    commit('the workspace');
    git('branch', 'side');
    for (const number of [1, 2, 3]) {
      write({ 'NEWS.md': `${number}\n` });
      commit(`main ${number}`);
    }
    write({ 'edgewright.yaml': 'version: 1\nsafety: { max_deletes: 5 }\n' });
    commit('what both have');
    git('branch', 'topic');
    const merged = (branch: string, text: string): void => {
      git('switch', '--quiet', branch);
      write({ [`${branch}.md`]: `${text}\n` });
      commit(text);
      git('merge', '--quiet', '--no-ff', '--message', 'side', 'side');
    };
    git('switch', '--quiet', 'side');
    write({ 'SIDE.md': 'side\n' });
    commit('side');
    for (const branch of ['main', 'topic']) merged(branch, `${branch} goes on`);
    const cloned = cloneOf(repository);
    cloned.git(
      'clone',
      '--quiet',
      '--depth',
      '2',
      '--no-single-branch',
      '--branch',
      'topic',
      `file://${repository.folder}`,
      '.',
    );
    // Git alone would take the side branch, or what it began with, for the place where the two parted.
    expect(
      cloned.git('log', '-1', '--format=%s', cloned.git('merge-base', 'origin/main', 'HEAD').trim()).trim(),
    ).toBe('side');
    const { exit, stderr } = await lint(cloned, 'origin/main');
    expect([exit, stderr]).toEqual([64, expect.stringContaining('too shallow')]);
    cloned.git('fetch', '--quiet', '--unshallow');
    expect((await lint(cloned, 'origin/main')).exit).toBe(0);
  });
});

test('where all of history is there, a branch that was not fetched is', async () => {
  await withRepository(async (repository) => {
    makeHistory(repository);
    const cloned = cloneOf(repository);
    cloned.git(
      'clone',
      '--quiet',
      '--single-branch',
      '--branch',
      'topic',
      `file://${repository.folder}`,
      '.',
    );
    for (const name of ['origin/main', 'main']) {
      const { exit, stderr } = await lint(cloned, name);
      expect(exit).toBe(64);
      const words = stderr.replaceAll(/\n\s*=?\s*/g, ' ');
      expect(words).toContain('`git fetch origin +refs/heads/main:refs/remotes/origin/main`');
      expect(words.includes('and write `origin/main`')).toBe(name === 'main');
    }
    cloned.git('fetch', '--quiet', 'origin', '+refs/heads/main:refs/remotes/origin/main');
    expect((await lint(cloned, 'origin/main')).exit).toBe(0);
  });
});
