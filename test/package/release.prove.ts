/** The scripts of a release, run in a repository of their own. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { repository } from './installed.ts';

let folder: string;
let clone: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgewright-release-test-'));
  clone = path.join(folder, 'clone');
  git(folder, 'init', '--quiet', '--bare', 'remote');
  git(folder, 'init', '--quiet', 'clone');
  write('package.json', '{ "version": "1.2.3" }\n');
  write(
    'CHANGELOG.md',
    '# Changelog\n\n## Unreleased\n\n## 1.2.3 (2026-11-24)\n\n### Added\n\n- A thing.\n\n## 1.2.2\n\n- Old.\n',
  );
  write('.gitignore', 'dist\n');
  git(clone, 'add', '.');
  git(clone, 'commit', '--quiet', '--message', 'start');
  write('dist/main.cjs', 'built\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const env = {
  ...{ PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1' },
  ...{ GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.com' },
  ...{ GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.com' },
};

function write(name: string, text: string): void {
  const file = path.join(clone, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function git(cwd: string, ...args: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync('git', args, {
    cwd,
    env: { ...env, HOME: folder },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}

function script(
  name: string,
  ...args: readonly string[]
): { readonly said: string; readonly exit: number | null } {
  const file = path.join(repository, 'bin', name);
  const { stdout, stderr, status } = spawnSync(process.execPath, [file, ...args], {
    cwd: clone,
    env: { ...env, HOME: folder },
    encoding: 'utf8',
  });
  return { said: (stdout + stderr).trim(), exit: status };
}

describe('the commit of a release', () => {
  test('has dist/, has the checked-out commit as its parent, and leaves the working tree alone', () => {
    const before = git(clone, 'status', '--porcelain');
    const { said: commit, exit } = script('release-commit.mjs', 'v1.2.3', '../remote');
    expect(exit).toBe(0);
    expect(git(path.join(folder, 'remote'), 'rev-parse', 'v1.2.3')).toBe(commit);
    expect(git(clone, 'rev-parse', `${commit}^`)).toBe(git(clone, 'rev-parse', 'HEAD'));
    expect(git(clone, 'diff', '--name-status', 'HEAD', commit)).toBe('A\tdist/main.cjs');
    expect(git(clone, 'status', '--porcelain')).toBe(before);
  });

  test('installs from git without its tools and without a build, as pre-commit and npm install it', () => {
    write(
      'package.json',
      '{ "name": "tool", "version": "1.2.3", "bin": "dist/main.cjs", "scripts": { "prepare": "exit 9", "test": "true" }, "devDependencies": { "none-of-this-name-9137": "1.0.0" } }\n',
    );
    write('package-lock.json', '{}\n');
    git(clone, 'add', '.');
    git(clone, 'commit', '--quiet', '--message', 'tools');
    git(clone, 'push', '--quiet', '../remote', 'HEAD:refs/heads/main');
    git(path.join(folder, 'remote'), 'symbolic-ref', 'HEAD', 'refs/heads/main');
    const { said: commit } = script('release-commit.mjs', 'v1.2.3', '../remote');
    expect(git(clone, 'diff', '--name-status', 'HEAD', commit).split('\n')).toEqual([
      'A\tdist/main.cjs',
      'D\tpackage-lock.json',
      'M\tpackage.json',
    ]);
    const installed = path.join(folder, 'installed');
    mkdirSync(installed);
    const npm = (cwd: string, ...words: readonly string[]) =>
      spawnSync('npm', [...words, '--no-audit', '--no-fund', '--offline'], {
        cwd,
        env: { ...env, HOME: folder },
        encoding: 'utf8',
      });
    const { status, stderr } = npm(installed, 'install', `git+file://${path.join(folder, 'remote')}#v1.2.3`);
    expect(status, stderr).toBe(0);
    expect(readFileSync(path.join(installed, 'node_modules/tool/dist/main.cjs'), 'utf8')).toBe('built\n');
    // pre-commit: all that the clone names, then a tarball of it.
    const cloned = path.join(folder, 'cloned');
    git(folder, 'clone', '--quiet', '--branch', 'v1.2.3', 'remote', cloned);
    const all = npm(cloned, 'install', '--include=dev', '--include=prod', '--ignore-prepublish', '--no-save');
    expect(all.status, all.stderr).toBe(0);
    expect(npm(cloned, 'pack').stdout).toContain('tool-1.2.3.tgz');
  });

  test('is the same one if the release is run again', () => {
    const first = script('release-commit.mjs', 'v1.2.3', '../remote');
    expect(script('release-commit.mjs', 'v1.2.3', '../remote')).toEqual(first);
  });

  test('never moves a tag', () => {
    const { said: first } = script('release-commit.mjs', 'v1.2.3', '../remote');
    write('dist/main.cjs', 'built differently\n');
    const { said, exit } = script('release-commit.mjs', 'v1.2.3', '../remote');
    expect(exit).toBe(1);
    expect(said).toBe(`error: v1.2.3 is ${first} already: a published release is never changed`);
    expect(git(path.join(folder, 'remote'), 'rev-parse', 'v1.2.3')).toBe(first);
  });

  test.each([
    ['1.2.3', '`1.2.3` is not a release tag, such as v1.2.3'],
    ['v1.2.3;x', '`v1.2.3;x` is not a release tag, such as v1.2.3'],
  ])('is not made for %s', (tag, message) => {
    expect(script('release-commit.mjs', tag)).toEqual({ said: `error: ${message}`, exit: 1 });
  });

  test('is not made without dist/', () => {
    rmSync(path.join(clone, 'dist'), { recursive: true });
    const said = 'error: dist/ is missing: run `npm run build`';
    expect(script('release-commit.mjs', 'v1.2.3')).toEqual({ said, exit: 1 });
  });
});

describe('the notes of a release', () => {
  test('are the section of the changelog', () => {
    expect(script('release-notes.mjs', 'v1.2.3')).toEqual({ said: '### Added\n\n- A thing.', exit: 0 });
  });

  test('a tag that is not the version is refused', () => {
    const said = 'error: the tag is `v1.2.4`, package.json has the version `1.2.3`';
    expect(script('release-notes.mjs', 'v1.2.4')).toEqual({ said, exit: 1 });
  });

  test('a version without a section is refused', () => {
    write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n- A thing.\n');
    const said = 'error: CHANGELOG.md has no section `## 1.2.3` with text';
    expect(script('release-notes.mjs', 'v1.2.3')).toEqual({ said, exit: 1 });
  });
});
