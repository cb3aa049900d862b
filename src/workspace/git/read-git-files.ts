import { isUtf8 } from 'node:buffer';
import { gitFailed, gitOutput, openRepository, type GitPlace, type Repository } from './repository.ts';
import { resolveCommit } from './resolve-commit.ts';
import { mostAnswerBytes, runGit, runGitNow } from './run-git.ts';
import { UserError } from '../../model/errors.ts';
import type { GitFile } from '../../model/io.ts';
import { exitCodes } from '../../model/exit-codes.ts';

/** One byte more than the limit of a file, to detect larger ones. */
const mostBytes = 1024 * 1024 + 1;
/** Of a blob in an answer, beside its bytes: more than the name of the object, its type and its size. */
const headBytes = 100;

const emptyBlobs: ReadonlySet<string> = new Set([
  'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
  '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
]);

/** A commit, by any reference, or the index. */
export type GitRevision = { readonly commit: string } | 'index';

/**
 * The files of the workspace in a commit or the index, by path from the workspace's folder, with the `.gitignore` files
 * above it (`../.gitignore`). Empty if the commit does not have the folder. Throws `UserError` without git, a
 * repository or such a commit.
 */
export async function readGitFiles(place: GitPlace, at: GitRevision): Promise<ReadonlyMap<string, GitFile>> {
  const repository = await openRepository(place);
  const entries = await listEntries(repository, at);
  const files = entries.filter(({ type }) => type === 'file');
  if (at === 'index') await refuseFiltered(repository, files.filter(isLikelyRead));
  const blobs = await openBlobs(
    repository,
    files.filter(isLikelyRead).map(({ oid }) => oid),
  );
  return filesOf(entries, blobs, ({ path }) => fromFolder(repository, path));
}

/** The files of a commit at these paths, which lead from the top of the working tree. */
export async function readFilesAtTop(
  repository: Repository,
  commit: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, GitFile>> {
  const list = await gitOutput(repository, ['ls-tree', '-r', '-z', '--full-tree', commit, '--', ...paths]);
  const entries = entriesOf(list);
  const blobs = await openBlobs(
    repository,
    entries.filter(({ type }) => type === 'file').map(({ oid }) => oid),
  );
  return filesOf(entries, blobs, ({ path }) => path);
}

function filesOf(
  entries: readonly GitEntry[],
  blobs: (oid: string) => Uint8Array,
  nameOf: (entry: GitEntry) => string,
): ReadonlyMap<string, GitFile> {
  return new Map(
    entries.map((entry) => {
      const { type, oid } = entry;
      return [
        nameOf(entry),
        { type, id: oid, bytes: () => (type === 'other' ? new Uint8Array() : blobs(oid)) },
      ];
    }),
  );
}

async function listEntries(repository: Repository, at: GitRevision): Promise<readonly GitEntry[]> {
  return at === 'index'
    ? listIndex(repository)
    : listCommit(repository, await resolveCommit(repository, at.commit));
}

/** Whether a file is probably read: YAML and `.gitignore`; others rarely are. */
function isLikelyRead({ path }: GitEntry): boolean {
  return /\.ya?ml$|(^|\/)\.gitignore$/.test(path);
}

/** Refuses files that git stores in another form than they have on disk: the filter that turns them back is not run. */
async function refuseFiltered(repository: Repository, files: readonly GitEntry[]): Promise<void> {
  const { setting } = repository;
  const drivers = await runGit(setting, [
    'config',
    '--name-only',
    '--get-regexp',
    '^filter\\..*\\.(clean|process)$',
  ]);
  const names = drivers.stdout
    .toString('utf8')
    .split('\n')
    .map((key) => key.split('.').slice(1, -1).join('.'));
  if (drivers.exitCode !== 0) return;
  const isAtTop = setting.env['GIT_DIR'] !== undefined;
  const paths = files.map(({ path }) => (isAtTop ? path : fromFolder(repository, path)));
  const answer = await gitOutput(repository, ['check-attr', '-z', '--stdin', 'filter'], paths.join('\0'));
  const words = answer.toString('utf8').split('\0');
  for (let index = 0; index + 2 < words.length; index += 3) {
    const filter = words[index + 2] ?? '';
    if (!names.includes(filter)) continue;
    const path = words[index] ?? '';
    throw new UserError(
      exitCodes.configuration,
      `git stores \`${path}\` through the filter \`${filter}\`, which is not run here`,
      {
        help: 'check the files on disk: `edgewright lint`',
      },
    );
  }
}

function fromFolder({ prefix }: Repository, path: string): string {
  if (prefix === '') return path;
  if (path.startsWith(`${prefix}/`)) return path.slice(prefix.length + 1);
  // A `.gitignore` above the workspace.
  return `${'../'.repeat(prefix.split('/').length - path.split('/').length + 1)}.gitignore`;
}

/** An entry of a tree or of the index; `path` is relative to the top of the working tree. */
interface GitEntry {
  readonly path: string;
  readonly type: GitFile['type'];
  readonly oid: string;
}

/** The files in the workspace's folder of a commit, and the `.gitignore` files above it. */
async function listCommit(repository: Repository, commit: string): Promise<readonly GitEntry[]> {
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
async function listIndex(repository: Repository): Promise<readonly GitEntry[]> {
  const wanted = [repository.prefix, ...outerIgnoreFiles(repository)].map((path) => `:(top,literal)${path}`);
  const list = await gitOutput(repository, ['ls-files', '-s', '-z', '--full-name', '--', ...wanted]);
  const entries = entriesOf(list);
  return entries.some(({ oid }) => emptyBlobs.has(oid)) ? withoutIntended(repository, entries) : entries;
}

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

/**
 * Blobs by object name. Those that will probably be requested are read at once: callers are synchronous, and a process
 * for each file would take ten times as long as the files.
 */
async function openBlobs(
  repository: Repository,
  foreseen: readonly string[],
): Promise<(oid: string) => Uint8Array> {
  const contents = new Map<string, Uint8Array>();
  const oids = await smallBlobs(repository, foreseen);
  if (oids.length > 0) {
    const input = oids.map((oid) => `${oid}\n`).join('');
    const answer = await gitOutput(repository, ['cat-file', '--batch', '--buffer'], input);
    for (const [oid, bytes] of blobsIn(answer)) contents.set(oid, bytes);
  }
  return (oid) => contents.get(oid) ?? readOne(repository, oid);
}

/** The blobs within the limit of a file, as far as all of them fit into one answer of git. */
async function smallBlobs(repository: Repository, oids: readonly string[]): Promise<readonly string[]> {
  if (oids.length === 0) return [];
  const input = [...new Set(oids)].map((oid) => `${oid}\n`).join('');
  const answer = await gitOutput(repository, ['cat-file', '--batch-check', '--buffer'], input);
  const small: string[] = [];
  let total = 0;
  for (const line of answer.toString('latin1').split('\n')) {
    const [oid = '', type, size] = line.split(' ');
    if (type === 'missing') throw missing(oid);
    const whole = total + Number(size) + headBytes;
    if (type !== 'blob' || Number(size) >= mostBytes || whole > mostAnswerBytes) continue;
    small.push(oid);
    total = whole;
  }
  return small;
}

/** For each blob: `<oid> blob <size>`, a line feed, the bytes, a line feed. */
function* blobsIn(answer: Buffer): Generator<readonly [string, Uint8Array]> {
  for (let start = 0; start < answer.length;) {
    const end = answer.indexOf(10, start);
    const [oid = '', type, size] = answer.toString('latin1', start, end).split(' ');
    if (type !== 'blob') throw missing(oid);
    yield [oid, answer.subarray(end + 1, end + 1 + Number(size))];
    start = end + 2 + Number(size);
  }
}

function readOne({ setting }: Repository, oid: string): Uint8Array {
  const answer = runGitNow(setting, ['cat-file', 'blob', oid], { input: '', maxBuffer: mostBytes });
  if (answer.exitCode !== 0) throw gitFailed(answer);
  return answer.stdout.subarray(0, mostBytes);
}

function missing(oid: string): UserError {
  return new UserError(exitCodes.disk, `git does not have the object ${oid.slice(0, 12)}`, {
    help: 'see `git fsck`; of a partial clone, `git fetch --refetch --no-filter`',
  });
}
