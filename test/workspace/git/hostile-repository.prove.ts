import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { withRepository, type TemporaryRepository } from './repository-of.ts';
import { runIn } from './run-lint.ts';

const workspace = {
  'edgewright.yaml': 'version: 1\n',
  'environments/production.yaml': 'vars: { domain: example.com }\n',
  'resources/a.yaml': 'kind: endpoint\nname: a\nspec: { url: "https://a.$(domain)" }\n',
};

/**
 * Everything in a repository's own configuration that can start a program, started by something we might ask of git.
 */
function arm({ folder, git, write }: TemporaryRepository): string {
  const marker = path.join(path.dirname(folder), 'marker');
  const trap = path.join(path.dirname(folder), 'trap.sh');
  writeFileSync(trap, `#!/bin/sh\ntouch ${marker}\ncat\n`);
  chmodSync(trap, 0o755);
  const traps = {
    'core.fsmonitor': trap,
    'core.pager': trap,
    'core.editor': trap,
    'core.askPass': trap,
    'core.sshCommand': trap,
    'core.alternateRefsCommand': trap,
    'core.hooksPath': path.join(folder, 'hooks'),
    'diff.external': trap,
    'diff.trap.command': trap,
    'diff.trap.textconv': trap,
    'filter.trap.clean': trap,
    'filter.trap.smudge': trap,
    'filter.trap.process': trap,
    'filter.trap.required': 'true',
    'merge.trap.driver': trap,
    'credential.helper': `!${trap}`,
    'remote.origin.url': `ext::${trap}`,
    'remote.origin.promisor': 'true',
    'remote.origin.uploadpack': trap,
    'protocol.ext.allow': 'always',
    'gpg.program': trap,
    'log.showSignature': 'true',
    'interactive.diffFilter': trap,
    'alias.ls-files': `!${trap}`,
    'alias.cat-file': `!${trap}`,
  };
  for (const [key, value] of Object.entries(traps)) git('config', key, value);
  write({ '.gitattributes': '* diff=trap filter=trap merge=trap\n' });
  for (const hook of ['post-index-change', 'reference-transaction', 'post-checkout', 'fsmonitor-watchman']) {
    write({ [`hooks/${hook}`]: `#!/bin/sh\ntouch ${marker}\n` });
    chmodSync(path.join(folder, 'hooks', hook), 0o755);
  }
  return marker;
}

describe('a repository that wants to run something', () => {
  const looks = [
    ['--staged'],
    ['--staged', '--diff-only'],
    ['--changed-since', 'first'],
    ['--base', 'first'],
  ];
  test.each(looks.map((options) => ({ options })))(
    'lint $options starts none of its programs',
    async ({ options }) => {
      await withRepository(async (repository) => {
        const { folder, env, git, write, commit } = repository;
        write(workspace);
        commit('first');
        git('tag', 'first');
        git('switch', '--quiet', '--create', 'topic');
        write({
          'resources/b.yaml': 'kind: endpoint\nname: b\nspec: { url: "https://b.$(domain)", colour: red }\n',
        });
        commit('second');
        write({
          'resources/b.yaml': 'kind: endpoint\nname: b\nspec: { url: "https://b.$(domain)", color: red }\n',
        });
        git('add', '.');
        const marker = arm(repository);
        const { exit, stdout, stderr } = await runIn(
          { folder, env },
          'lint',
          ...options,
          '--format',
          'compact',
        );
        // What is staged went through a filter that is not run backwards; files on disk and of a commit are read.
        const said = options.includes('--staged') ? 'through the filter `trap`' : '`color` is not a field';
        expect({ exit, said: stdout + stderr, isRun: existsSync(marker) }).toEqual({
          exit: 1,
          said: expect.stringContaining(said) as string,
          isRun: false,
        });
        // The trap works: git itself walks into it.
        expect(() => git('status')).toThrow('trap');
        expect(existsSync(marker)).toBe(true);
      });
    },
  );

  test('a file that was only announced is found without a look at the disk, where filters are', async () => {
    await withRepository(async (repository) => {
      const { folder, env, git, write, commit } = repository;
      write({ ...workspace, 'resources/empty.yaml': '' });
      commit('first');
      write({ 'resources/later.yaml': 'kind: endpoin\n' });
      git('add', '--intent-to-add', '.');
      const marker = arm(repository);
      // Older than what it lists, so that nothing in it can be believed by its times.
      utimesSync(path.join(folder, '.git/index'), new Date(1e9), new Date(1e9));
      const { exit, stderr } = await runIn({ folder, env }, 'lint', '--staged', '--format', 'compact');
      expect({ exit, stderr, isRun: existsSync(marker) }).toEqual({
        exit: 1,
        stderr: expect.stringContaining('through the filter `trap`') as string,
        isRun: false,
      });
    });
  });

  test('the files of a repository in a workspace make none of it: they would bring its configuration', async () => {
    await withRepository(async ({ folder, env, git, write, commit }) => {
      const below = (files: Readonly<Record<string, string>>): Record<string, string> =>
        Object.fromEntries(Object.entries(files).map(([file, text]) => [`sub/${file}`, text]));
      write(below(workspace));
      const core = ['repositoryformatversion = 0', 'bare = false', 'worktree = .'];
      write(
        below({
          HEAD: 'ref: refs/heads/main\n',
          'refs/keep': '',
          'objects/keep': '',
          config: `[core]\n\t${core.join('\n\t')}\n`,
        }),
      );
      commit('first');
      const sub = path.join(folder, 'sub');
      expect(git('-C', sub, 'rev-parse', '--show-toplevel').trim()).toBe(sub);
      write(below({ 'resources/a.yaml': 'kind: endpoin\n' }));
      git('add', '.');
      const { exit, stderr } = await runIn({ folder: sub, env }, 'lint', '--staged');
      expect({ exit, stderr }).toEqual({
        exit: 64,
        stderr: expect.stringContaining('safe.bareRepository') as string,
      });
    });
  });

  test('an object that is missing is not fetched', async () => {
    await withRepository(async (repository) => {
      const { folder, env, git, write, commit } = repository;
      write(workspace);
      commit('first');
      const oid = git('rev-parse', 'HEAD:resources/a.yaml').trim();
      rmSync(path.join(folder, '.git/objects', oid.slice(0, 2), oid.slice(2)));
      const marker = arm(repository);
      const { exit, stderr } = await runIn({ folder, env }, 'lint', '--staged');
      expect({ exit, isRun: existsSync(marker) }).toEqual({ exit: 74, isRun: false });
      expect(stderr).toContain('git does not have the object');
    });
  });
});

describe('names and links in the index', () => {
  test('names come out inert, links are refused, what is ignored and not tracked stays out', async () => {
    await withRepository(async ({ folder, env, git, write }) => {
      write(workspace);
      // Git ignores no file that it tracks: it would be committed.
      write({ 'resources/-a\n::error::b.yaml': 'kind: endpoin\n', 'resources/tracked.yaml': 'kind: x\n' });
      writeFileSync(Buffer.from(`${folder}/resources/caf\xe9.yaml`, 'latin1'), 'kind: x\n');
      symlinkSync('a.yaml', path.join(folder, 'resources/link.yaml'));
      mkdirSync(path.join(folder, 'elsewhere'));
      symlinkSync('../policies', path.join(folder, 'resources/folder'));
      write({ 'policies/p.yaml': 'kind: x\n' });
      git('add', '--all');
      write({
        '.gitignore': 'resources/tracked.yaml\nresources/untracked.yaml\n',
        'resources/untracked.yaml': 'kind: y\n',
      });
      git('add', '--all');
      const staged = await runIn({ folder, env }, 'lint', '--staged', '--format', 'compact');
      expect(staged).toEqual({
        exit: 1,
        stderr: '',
        stdout: `resources/-a\\n::error::b.yaml:1:7: error[unknown-kind] unknown kind \`endpoin\`
resources/caf\ufffd.yaml:1:1: error[file-unreadable] this is not a regular file
resources/folder:1:1: error[file-unreadable] this is a symbolic link to a folder; links are not followed
resources/link.yaml:1:1: error[file-unreadable] this is a symbolic link; links are not followed
resources/tracked.yaml:1:7: error[unknown-kind] unknown kind \`x\`
5 errors in 8 files; 1 with --fix --unsafe
`,
      });
      const onDisk = await runIn({ folder, env }, 'lint', '--format', 'compact');
      expect(onDisk.stdout.split('\n').map((line) => line.split(' ')[0])).toEqual(
        staged.stdout.split('\n').map((line) => line.split(' ')[0]),
      );
    });
  });
});
