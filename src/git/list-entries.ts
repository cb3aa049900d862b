import { isUtf8 } from 'node:buffer';
import { exitCodes, UserError } from '../model/errors.ts';
import type { GitFile } from '../model/git-file.ts';
import { gitOutput, type Repository } from './repository.ts';
import { runGit } from './run-git.ts';

/** An entry of a tree or of the index; `path` is relative to the top of the working tree. */
export interface GitEntry {
  readonly path: string;
  readonly type: GitFile['type'];
  readonly oid: string;
}

/** The files in the workspace's folder of a commit, and the `.gitignore` files above it. */
export async function listCommit(repository: Repository, commit: string): Promise<readonly GitEntry[]> {
  const above = outerIgnoreFiles(repository);
  const outer =
    above.length === 0
      ? Buffer.alloc(0)
      : await gitOutput(repository, ['ls-tree', '-z', '--full-tree', commit, '--', ...above]);
  return [...entriesOf(outer), ...(await listFolder(repository, commit))];
}

async function listFolder(repository: Repository, commit: string): Promise<readonly GitEntry[]> {
  const { setting, prefix } = repository;
  const tree = `${commit}:${prefix}`;
  const known = await runGit(setting, ['rev-parse', '--verify', '--quiet', '--end-of-options', tree]);
  if (known.exitCode !== 0) return [];
  const list = await gitOutput(repository, ['ls-tree', '-r', '-z', '--full-tree', tree]);
  const folder = prefix === '' ? '' : `${prefix}/`;
  return entriesOf(list).map((entry) => ({ ...entry, path: `${folder}${entry.path}` }));
}

/** The same files in the index, as they would be committed. */
export async function listIndex(repository: Repository): Promise<readonly GitEntry[]> {
  const wanted = [repository.prefix, ...outerIgnoreFiles(repository)].map((path) => `:(top,literal)${path}`);
  const list = await gitOutput(repository, ['ls-files', '-s', '-z', '--full-name', '--', ...wanted]);
  const entries = entriesOf(list);
  return entries.some(({ oid }) => emptyBlobs.has(oid)) ? withoutIntended(repository, entries) : entries;
}

const emptyBlobs: ReadonlySet<string> = new Set([
  'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
  '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
]);

/**
 * `git add --intent-to-add` puts an empty file into the index that would not be committed. Only the index is read: a
 * comparison with the disk (`diff-files`) would run the filters of the repository.
 */
async function withoutIntended(
  repository: Repository,
  entries: readonly GitEntry[],
): Promise<readonly GitEntry[]> {
  const nothing = await gitOutput(repository, ['hash-object', '-t', 'tree', '--stdin']);
  const list = await gitOutput(repository, [
    'diff-index',
    '--cached',
    '--ita-invisible-in-index',
    '-z',
    '--name-only',
    '--no-ext-diff',
    '--no-renames',
    nothing.toString('latin1').trim(),
  ]);
  const committed = new Set(list.toString('utf8').split('\0'));
  return entries.filter(({ path, oid }) => !emptyBlobs.has(oid) || committed.has(path));
}

/** The `.gitignore` paths from the top of the working tree to the folder above the workspace. */
function outerIgnoreFiles({ prefix }: Repository): readonly string[] {
  const names = prefix.split('/');
  return prefix === '' ? [] : names.map((_, depth) => [...names.slice(0, depth), '.gitignore'].join('/'));
}

/** `<mode> <type> <oid>\t<path>` for a tree, `<mode> <oid> <stage>\t<path>` for the index, each terminated by a NUL. */
function entriesOf(list: Buffer): readonly GitEntry[] {
  const entries: GitEntry[] = [];
  for (let start = 0; start < list.length;) {
    const end = list.indexOf(0, start);
    const tab = list.indexOf(9, start);
    const name = list.subarray(tab + 1, end);
    const path = name.toString('utf8');
    const [mode = '', second = '', third = ''] = list.toString('latin1', start, tab).split(' ');
    const isTree = second === 'blob' || second === 'commit' || second === 'tree';
    if (!isTree && third !== '0') throw unmerged(path);
    if (second !== 'tree')
      entries.push({ path, type: isUtf8(name) ? typeOf(mode) : 'other', oid: isTree ? third : second });
    start = end + 1;
  }
  return entries;
}

function typeOf(mode: string): GitFile['type'] {
  return mode.startsWith('100') ? 'file' : mode === '120000' ? 'link' : 'other';
}

function unmerged(path: string): UserError {
  return new UserError(exitCodes.configuration, `\`${path}\` is not merged yet`, {
    help: 'settle the conflict and `git add` the file',
  });
}
