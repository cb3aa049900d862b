/**
 * A state file has lines of `<checksum> <json>`, each a batch of changes. The first batch is the whole state at the
 * creation of the file; every later one was written and synced before its requests got a response. So a kill can only
 * truncate the last line, which was then never reported: it is dropped. An invalid line elsewhere is an error.
 */
import { createHash } from 'node:crypto';
import { open, readdir, readFile, rename, rm, truncate, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../../model/errors.ts';
import type { StateChange } from '../server-state.ts';
import { exitCodes } from '../../../model/exit-codes.ts';

interface Batch {
  /** The number of its line, from 1. */
  readonly n: number;
  readonly changes: readonly StateChange[];
}

export interface StateFile {
  readonly generation: number;
  readonly file: FileHandle;
  /** Number of lines written. */
  readonly lines: number;
  /** Bytes of its first line. */
  readonly size: number;
  /** Bytes of the others when it was opened. */
  readonly grown: number;
}

const namePattern = /^state-(\d{1,15})\.jsonl$/;

/** The changes of the newest generation, and its file opened for appending; undefined if there is none. */
export async function openStateFile(
  directory: string,
): Promise<(StateFile & { readonly changes: readonly StateChange[] }) | undefined> {
  const generation = await newestGeneration(directory);
  if (generation === undefined) return undefined;
  const name = path.join(directory, fileName(generation));
  const bytes = await readFile(name);
  const { batches, length } = readBatches(bytes, fileName(generation));
  if (length < bytes.length) await truncate(name, length);
  const file = await open(name, 'a');
  await orClosed(file, () => file.sync());
  const changes = batches.flatMap((batch) => batch.changes);
  const size = bytes.indexOf(10) + 1;
  return { generation, file, lines: batches.length, size, grown: length - size, changes };
}

/**
 * Creates a new generation that starts with these changes. It is valid from its rename on; older ones are then removed.
 */
export async function createStateFile(
  directory: string,
  generation: number,
  changes: readonly StateChange[],
): Promise<StateFile> {
  const name = path.join(directory, fileName(generation));
  const temporary = `${name}.tmp`;
  await rm(temporary, { force: true });
  const file = await open(temporary, 'ax', 0o600);
  const line = lineOf({ n: 1, changes });
  await orClosed(file, async () => {
    await file.appendFile(line);
    await file.sync();
    await rename(temporary, name);
    await syncDirectory(directory);
    await removeOlder(directory, generation);
  });
  return { generation, file, lines: 1, size: Buffer.byteLength(line), grown: 0 };
}

/** A file that could not be prepared has no other owner that closes it. */
async function orClosed(file: FileHandle, prepare: () => Promise<void>): Promise<void> {
  try {
    await prepare();
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Appends a batch and waits until it is on disk. Returns the number of bytes. */
export async function appendBatch(
  { file, lines }: StateFile,
  changes: readonly StateChange[],
): Promise<{ readonly lines: number; readonly bytes: number }> {
  const line = lineOf({ n: lines + 1, changes });
  await file.appendFile(line);
  await file.datasync();
  return { lines: lines + 1, bytes: Buffer.byteLength(line) };
}

function lineOf(batch: Batch): string {
  const json = JSON.stringify(batch);
  return `${checksum(json)} ${json}\n`;
}

function checksum(json: string | Uint8Array): string {
  return createHash('sha256').update(json).digest('hex').slice(0, 16);
}

/** The valid batches, and their length in bytes. */
function readBatches(bytes: Buffer, name: string): { batches: readonly Batch[]; length: number } {
  const batches: Batch[] = [];
  let length = 0;
  while (length < bytes.length) {
    const newline = bytes.indexOf(10, length);
    const batch = newline === -1 ? undefined : readBatch(bytes.subarray(length, newline), batches.length + 1);
    const isLast = newline === -1 || newline === bytes.length - 1;
    if (batch === undefined && (!isLast || batches.length === 0)) throw damaged(name, batches.length + 1);
    if (batch === undefined) break;
    batches.push(batch);
    length = newline + 1;
  }
  if (batches.length === 0) throw damaged(name, 1);
  return { batches, length };
}

function readBatch(line: Buffer, n: number): Batch | undefined {
  const space = line.indexOf(32);
  const json = line.subarray(space + 1);
  if (space === -1 || line.subarray(0, space).toString('latin1') !== checksum(json)) return undefined;
  const batch = JSON.parse(json.toString('utf8')) as Batch;
  return batch.n === n ? batch : undefined;
}

function damaged(name: string, line: number): UserError {
  return new UserError(exitCodes.disk, `the built-in mock API's \`${name}\` is damaged at line ${line}`, {
    help: 'restore the file from a copy, or start with another folder',
  });
}

async function newestGeneration(directory: string): Promise<number | undefined> {
  const names = await readdir(directory);
  const generations = names.flatMap((name) => namePattern.exec(name)?.[1] ?? []).map(Number);
  return generations.length === 0 ? undefined : Math.max(...generations);
}

async function removeOlder(directory: string, generation: number): Promise<void> {
  for (const name of await readdir(directory)) {
    const found = namePattern.exec(name)?.[1];
    if (found !== undefined && Number(found) < generation)
      await rm(path.join(directory, name), { force: true });
  }
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function fileName(generation: number): string {
  return `state-${generation}.jsonl`;
}
