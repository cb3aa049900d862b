/**
 * Reads blobs by object name on demand. Callers are synchronous, and a process for each file would take ten times as
 * long as the files, so the requested blob is read together with its neighbors in the list, since a workspace is read
 * in path order. The cache is bounded; dropped blobs are read again.
 */
import { exitCodes, UserError } from '../model/errors.ts';
import { gitFailed, gitOutput, type Repository } from './repository.ts';
import { runGitNow } from './run-git.ts';

/** One byte more than the limit of a file, to detect larger ones. */
const mostBytes = 1024 * 1024 + 1;
const chunkBytes = 8 * 1024 * 1024;
const chunkBlobs = 4096;
const heldBytes = 64 * 1024 * 1024;

/** `foreseen`: the blobs that will be requested, in order. Others can be requested too. */
export async function openBlobs(
  repository: Repository,
  foreseen: readonly string[],
): Promise<(oid: string) => Uint8Array> {
  const sizes = await sizesOf(repository, foreseen);
  const chunkOf = chunksOf(sizes);
  const held = new Map<string, Uint8Array>();
  let total = 0;
  return (oid) => {
    const known = held.get(oid);
    if (known !== undefined) return known;
    const chunk = chunkOf.get(oid);
    if (chunk === undefined) return readOne(repository, oid);
    if (total > heldBytes) {
      held.clear();
      total = 0;
    }
    for (const [name, bytes] of readChunk(repository, chunk, sizes)) {
      held.set(name, bytes);
      total += bytes.length;
    }
    return held.get(oid) ?? readOne(repository, oid);
  };
}

/** The sizes of blobs within the limit. */
async function sizesOf(
  repository: Repository,
  oids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (oids.length === 0) return new Map();
  const input = [...new Set(oids)].map((oid) => `${oid}\n`).join('');
  const answer = await gitOutput(repository, ['cat-file', '--batch-check', '--buffer'], input);
  const sizes = new Map<string, number>();
  for (const line of answer.toString('latin1').split('\n')) {
    const [oid = '', type, size] = line.split(' ');
    if (type === 'missing') throw missing(oid);
    if (type === 'blob' && Number(size) < mostBytes) sizes.set(oid, Number(size));
  }
  return sizes;
}

/** The chunk of each blob; all blobs of a chunk are read together, so that any order of requests is cheap. */
function chunksOf(sizes: ReadonlyMap<string, number>): ReadonlyMap<string, readonly string[]> {
  const chunkOf = new Map<string, readonly string[]>();
  let chunk: string[] = [];
  let bytes = 0;
  for (const [oid, size] of sizes) {
    if (chunk.length >= chunkBlobs || bytes >= chunkBytes) {
      chunk = [];
      bytes = 0;
    }
    chunk.push(oid);
    chunkOf.set(oid, chunk);
    bytes += size;
  }
  return chunkOf;
}

/** For each blob: `<oid> blob <size>`, a line feed, the bytes, a line feed. */
function* readChunk(
  { setting }: Repository,
  chunk: readonly string[],
  sizes: ReadonlyMap<string, number>,
): Generator<readonly [string, Uint8Array]> {
  const input = chunk.map((oid) => `${oid}\n`).join('');
  const maxBuffer = chunk.reduce((sum, oid) => sum + (sizes.get(oid) ?? 0) + 100, 0);
  const answer = runGitNow(setting, ['cat-file', '--batch', '--buffer'], { input, maxBuffer });
  if (answer.exitCode !== 0) throw gitFailed(answer);
  const { stdout } = answer;
  for (let start = 0; start < stdout.length;) {
    const end = stdout.indexOf(10, start);
    const [oid = '', type, size] = stdout.toString('latin1', start, end).split(' ');
    if (type !== 'blob') throw missing(oid);
    yield [oid, stdout.subarray(end + 1, end + 1 + Number(size))];
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
