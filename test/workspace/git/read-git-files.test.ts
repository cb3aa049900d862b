import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readGitFiles, type GitRevision } from '../../../src/workspace/git/read-git-files.ts';
import { withRepository, type TemporaryRepository } from './repository-of.ts';

/** Path, type and content of each file. */
async function read(
  { folder, env }: TemporaryRepository,
  at: GitRevision,
  { below = '', more = {} }: { below?: string; more?: Record<string, string> } = {},
): Promise<readonly string[]> {
  const place = { root: path.join(folder, below), cwd: folder, env: { ...env, ...more } };
  const files = await readGitFiles(place, at);
  return [...files].map(
    ([name, { type, bytes }]) => `${name} ${type} ${Buffer.from(bytes()).toString('utf8')}`,
  );
}

describe('the files of a commit and of the index', () => {
  test('are those that were committed or staged, not those on disk', async () => {
    await withRepository(async (repository) => {
      repository.write({ 'a.yaml': 'committed', 'b/c.txt': 'c' });
      repository.commit('first');
      repository.write({ 'a.yaml': 'staged', 'b/new.yaml': 'new' });
      repository.git('add', 'a.yaml');
      repository.write({ 'a.yaml': 'on disk' });
      expect(await read(repository, { commit: 'HEAD' })).toEqual(['a.yaml file committed', 'b/c.txt file c']);
      expect(await read(repository, 'index')).toEqual(['a.yaml file staged', 'b/c.txt file c']);
    });
  });

  test('are those of the folder, and the .gitignore files above it', async () => {
    await withRepository(async (repository) => {
      repository.write({
        '.gitignore': 'top',
        'a.yaml': '',
        'x/y/.gitignore': 'inner',
        'x/y/ws/b.yaml': 'b',
        'x/y/ws/.gitignore': 'own',
        'x/y/wsx/c.yaml': '',
      });
      repository.commit('first');
      const expected = [
        '../../../.gitignore file top',
        '../.gitignore file inner',
        '.gitignore file own',
        'b.yaml file b',
      ];
      expect((await read(repository, { commit: 'main' }, { below: 'x/y/ws' })).toSorted()).toEqual(
        expected.toSorted(),
      );
      expect((await read(repository, 'index', { below: 'x/y/ws' })).toSorted()).toEqual(expected.toSorted());
      mkdirSync(path.join(repository.folder, 'later'));
      expect(await read(repository, { commit: 'main' }, { below: 'later' })).toEqual([
        '../.gitignore file top',
      ]);
    });
  });

  test('links, submodules, files that are too large, a file added by intent only', async () => {
    await withRepository(async (repository) => {
      repository.write({
        'large.yaml': 'x'.repeat(2 * 1024 * 1024),
        'large.txt': 'y'.repeat(2 * 1024 * 1024),
      });
      repository.write({ 'empty.yaml': '', 'intended.yaml': 'a' });
      symlinkSync('empty.yaml', path.join(repository.folder, 'link.yaml'));
      repository.git('add', 'large.yaml', 'large.txt', 'empty.yaml', 'link.yaml');
      repository.git('add', '--intent-to-add', 'intended.yaml');
      repository.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`);
      const lines = (await read(repository, 'index')).map((line) => `${line.slice(0, 20)} ${line.length}`);
      expect(lines).toEqual([
        'empty.yaml file  16',
        'large.txt file yyyyy 1048592',
        'large.yaml file xxxx 1048593',
        'link.yaml link empty 25',
        'sub other  10',
      ]);
    });
  });

  test('names that hold anything', async () => {
    await withRepository(async (repository) => {
      const names = [
        '-rf.yaml',
        'a\nb.yaml',
        'a\tb.yaml',
        '"q\'.yaml',
        'é.yaml',
        ':(top)x.yaml',
        '*.yaml',
        ' .yaml',
      ];
      repository.write(Object.fromEntries(names.map((name) => [name, name])));
      writeFileSync(Buffer.from(`${repository.folder}/caf\xe9.yaml`, 'latin1'), 'latin');
      repository.commit('first');
      const expected = [...names.map((name) => `${name} file ${name}`), 'caf\ufffd.yaml other '].toSorted();
      expect((await read(repository, { commit: 'HEAD' })).toSorted()).toEqual(expected);
      expect((await read(repository, 'index')).toSorted()).toEqual(expected);
    });
  });

  test('many files take few processes, and any order gives the same', async () => {
    await withRepository(async (repository) => {
      const names = Array.from({ length: 1000 }, (_, index) => `r/${index}.yaml`);
      repository.write(Object.fromEntries(names.map((name) => [name, `# ${name}`])));
      repository.commit('first');
      const files = await readGitFiles({ root: repository.folder, cwd: '/', env: repository.env }, 'index');
      for (const name of [...names].reverse())
        expect(Buffer.from(files.get(name)?.bytes() ?? []).toString('utf8')).toBe(`# ${name}`);
    });
  });

  test('the index that a hook names', async () => {
    await withRepository(async (repository) => {
      repository.write({ 'ws/a.yaml': '1' });
      repository.commit('first');
      repository.write({ 'ws/a.yaml': '2' });
      execFileSync('git', ['add', 'ws/a.yaml'], {
        cwd: repository.folder,
        env: { ...repository.env, GIT_INDEX_FILE: '.git/other' },
      });
      const more = { GIT_INDEX_FILE: '.git/other' };
      expect(await read(repository, 'index', { below: 'ws', more })).toEqual(['a.yaml file 2']);
      const both = { ...more, GIT_DIR: '.git' };
      expect(await read(repository, 'index', { below: 'ws', more: both })).toEqual(['a.yaml file 2']);
      expect(await read(repository, 'index', { below: 'ws' })).toEqual(['a.yaml file 1']);
    });
  });
});

describe('references and indexes that cannot be read', () => {
  const references: readonly (readonly [string, string])[] = [
    ['nowhere', 'git knows no commit `nowhere`'],
    ['--upload-pack=x', '`--upload-pack=x` is not a git reference'],
    ['', '`` is not a git reference'],
    ['main other', '`main other` is not a git reference'],
    ['a\nb', '`a\nb` is not a git reference'],
  ];
  test.each(references)('the reference %j', async (reference, message) => {
    await withRepository(async (repository) => {
      repository.commit('first');
      await expect(read(repository, { commit: reference })).rejects.toThrow(message);
    });
  });

  test('no repository, a conflict, a clone without objects, no git', async () => {
    await withRepository(async (repository) => {
      const { env, folder, git, write, commit } = repository;
      const outside = { root: path.dirname(folder), cwd: folder, env };
      await expect(readGitFiles(outside, 'index')).rejects.toThrow('the workspace is in no git repository');
      write({ 'a.yaml': '1' });
      commit('first');
      git('switch', '--quiet', '--create', 'other');
      write({ 'a.yaml': '2' });
      commit('other');
      git('switch', '--quiet', 'main');
      write({ 'a.yaml': '3' });
      commit('main');
      expect(() => git('merge', 'other')).toThrow();
      await expect(read(repository, 'index')).rejects.toThrow('`a.yaml` is not merged yet');
      git('merge', '--abort');
      git('config', 'uploadpack.allowFilter', 'true');
      const clone = path.join(path.dirname(folder), 'clone');
      git('clone', '--quiet', '--no-checkout', '--filter=blob:none', `file://${folder}`, clone);
      await expect(readGitFiles({ root: clone, cwd: clone, env }, { commit: 'HEAD' })).rejects.toThrow(
        'this clone does not have all objects, and none is fetched',
      );
      await expect(read(repository, 'index', { more: { PATH: folder } })).rejects.toThrow(
        'git is needed for this, and is not installed',
      );
    });
  });
});

test('a staged file that git stores through a filter is refused, by the name of the filter', async () => {
  await withRepository(async (repository) => {
    repository.git('config', 'filter.rot.clean', 'tr a-z n-za-m');
    repository.write({ 'a.yaml': 'a', '.gitattributes': '*.yaml filter=rot\n' });
    repository.git('add', '--all');
    await expect(read(repository, 'index')).rejects.toThrow(
      'git stores `a.yaml` through the filter `rot`, which is not run here',
    );
    repository.write({ '.gitattributes': '*.yaml filter=other\n' });
    expect(await read(repository, 'index')).toContain('a.yaml file n');
  });
});
