/**
 * Two workspaces that would share a ledger or an owner: a copied folder, a copied repository, a second one by `init`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder, type Folder } from '../../pipeline/workspace-folder.ts';

let folder: Folder;

function git(...words: readonly string[]): void {
  execFileSync('git', words, {
    cwd: folder.root,
    env: { ...process.env, HOME: folder.root },
    stdio: 'ignore',
  });
}

beforeEach(() => {
  folder = makeFolder({
    PATH: process.env['PATH'] ?? '',
    EDGEWRIGHT_API_URL: 'http://127.0.0.1:9',
    EDGEWRIGHT_API_TOKEN: 'ewt_0000',
  });
  git('init', '-q');
  git('init', '-q', '--bare', 'acme/edges.git');
  git('remote', 'add', 'origin', path.join(folder.root, 'acme/edges.git'));
});
afterEach(() => folder.remove());

const ledgerLine = (file: string): string => /^ledger: .*$/m.exec(folder.read(file))?.[0] ?? '';

test.each(['git', 'file'])(
  'a copied workspace with its ledger in `%s` is refused, and each way out works',
  async (store) => {
    await folder.run(['init', 'team-a', '--store', store]);
    cpSync(path.join(folder.root, 'team-a'), path.join(folder.root, 'team-b'), { recursive: true });

    const lint = await folder.run(['lint', '-C', 'team-b']);
    expect(lint.exit).toBe(78);
    expect(lint.stdout).toContain('error[ledger-shared]: `team-a/edgewright.yaml` has the same lineage');
    const commands = [
      ['plan'],
      ['apply'],
      ['ledger', 'verify'],
      ['ledger', 'list'],
      ['ledger', 'migrate', '--from', store, '--to', store === 'git' ? 'file' : 'git'],
    ];
    for (const command of commands) {
      const said = await folder.run([...command, '-C', 'team-b']);
      expect(said.exit, command.join(' ')).not.toBe(0);
      if (command[0] === 'ledger')
        expect(said.stdout + said.stderr).toContain('is the ledger of the workspace in `team-a`');
    }
    const moved = await folder.run(['ledger', 'relocate', '-C', 'team-b']);
    expect(moved.stderr).toContain('the workspace was copied, not moved: `team-a` has the same lineage');

    // A workspace of its own: what the help says.
    const listed = await folder.run(['ledger', 'list', '-C', 'team-b']);
    const [, line = ''] = /write `(ledger: [^`]+)`/.exec(listed.stderr) ?? [];
    expect(line).not.toBe('');
    folder.write(
      'team-b/edgewright.yaml',
      folder.read('team-b/edgewright.yaml').replace(ledgerLine('team-b/edgewright.yaml'), line),
    );
    if (store === 'file') rmSync(path.join(folder.root, 'team-b/.edgewright'), { recursive: true });
    expect(
      (await folder.run(['ledger', 'init', '--env', 'production', '-C', 'team-b'])).stderr,
    ).not.toContain('error');
    expect((await folder.run(['lint', '-C', 'team-b'])).exit).toBe(0);
    expect((await folder.run(['lint', '-C', 'team-a'])).exit).toBe(0);
    expect((await folder.run(['ledger', 'list', '-C', 'team-a'])).exit).toBe(0);
  },
);

test('a workspace that moved is refused until one command says so, in its folder and in its repository', async () => {
  await folder.run(['init', 'team-a']);
  renameSync(path.join(folder.root, 'team-a'), path.join(folder.root, 'edges'));
  const refused = await folder.run(['ledger', 'list', '-C', 'edges']);
  expect(refused.exit).toBe(5);
  expect(refused.stderr).toContain('moved here: `edgewright ledger relocate -C edges`');
  expect((await folder.run(['ledger', 'relocate', '-C', 'edges'])).stdout).toBe(
    'The ledger of `production` of `team-a` of `acme/edges` is that of `edges` of `acme/edges` now\n',
  );
  expect((await folder.run(['ledger', 'list', '-C', 'edges'])).exit).toBe(0);

  git('remote', 'set-url', 'origin', 'git@git.example.com:Acme/Shop.git');
  const other = await folder.run(['ledger', 'list', '-C', 'edges']);
  expect(other.stderr).toContain(
    'the workspace in `edges` of the repository `acme/edges`, and this one is in `edges` of `acme/shop`',
  );
  // The clone of a fork names the repository it came from as well.
  git('remote', 'add', 'upstream', 'https://git.example.com/acme/edges');
  expect((await folder.run(['ledger', 'list', '-C', 'edges'])).exit).toBe(0);
  git('remote', 'remove', 'upstream');
  await folder.run(['ledger', 'relocate', '-C', 'edges']);
  expect((await folder.run(['ledger', 'list', '-C', 'edges'])).exit).toBe(0);
});

test('a second workspace of a repository gets a branch and a lineage of its own', async () => {
  await folder.run(['init', '.', '--store', 'git']);
  const made = await folder.run(['init', 'teams/b', '--store', 'git']);
  expect(made.exit).toBe(0);
  expect(ledgerLine('teams/b/edgewright.yaml')).toContain('branch: "edgewright-ledger-teams.b"');
  expect((await folder.run(['lint', '-C', 'teams/b'])).exit).toBe(0);
  const taken = await folder.run(['init', 'teams/c', '--store', 'git', '--branch', 'edgewright-ledger']);
  expect(taken.exit).toBe(64);
  expect(taken.stderr).toContain('`--branch edgewright-ledger-teams.c`');
});

test('outside of git nothing is recorded, and nothing refused', async () => {
  rmSync(path.join(folder.root, '.git'), { recursive: true });
  await folder.run(['init', 'team-a']);
  expect(folder.read('team-a/.edgewright/production/ledger.json')).not.toContain('home');
  renameSync(path.join(folder.root, 'team-a'), path.join(folder.root, 'edges'));
  expect((await folder.run(['ledger', 'list', '-C', 'edges'])).exit).toBe(0);
});
