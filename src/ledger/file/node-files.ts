import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  writeSync,
  type Stats,
} from 'node:fs';
import { link, mkdir, open, readdir, rename, unlink, type FileHandle } from 'node:fs/promises';
import { platform } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { errorCode, heldOpenWaits, isHeldOpen, isUnflushable } from '../../text/system/system-errors.ts';
import type { LedgerFiles, NewFile } from './ledger-files.ts';

/**
 * The real file system. What needs no disk (a look, a read and a write in the cache of the system) is done at once:
 * each turn through another thread would make a record wait longer than the disk does.
 */
export const nodeFiles: LedgerFiles = {
  look: (path) =>
    atOnce(() => {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return stats === undefined ? undefined : kindOf(stats);
    }),
  makeFolder: async (path) => {
    await mkdir(path, { mode: 0o700, recursive: true });
  },
  read: (path) => atOnce(() => reading(path, (file) => readFileSync(file, 'utf8')) ?? ''),
  create: async (path): Promise<NewFile> => {
    return opened(await open(path, 'ax', 0o600));
  },
  openEnd: async (path): Promise<NewFile> => {
    const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
    return opened(await open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600));
  },
  link,
  rename: (from, to) => renameOver(from, to),
  remove: unlink,
  list: async (folder) => ((await orNothing(readdir(folder))) ?? []).sort(),
  syncFolder: (folder) => syncFolder(folder),
};

/** Undefined for what is not a file. */
function reading<Result>(path: string, act: (file: number) => Result): Result | undefined {
  // Without O_NONBLOCK, opening a pipe would wait forever.
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    return fstatSync(file).isFile() ? act(file) : undefined;
  } finally {
    closeSync(file);
  }
}

function opened(file: FileHandle): NewFile {
  return {
    write: (text) => atOnce(() => writeAll(file.fd, Buffer.from(text))),
    truncate: (bytes) => file.truncate(bytes),
    size: async () => (await file.stat()).size,
    sync: () => file.sync(),
    close: () => file.close(),
  };
}

function atOnce<Result>(act: () => Result): Promise<Result> {
  return new Promise((resolve) => resolve(act()));
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
}

function kindOf(stats: Stats): 'file' | 'folder' | 'link' | 'other' {
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isFile()) return 'file';
  return stats.isDirectory() ? 'folder' : 'other';
}

async function orNothing<Result>(promise: Promise<Result>): Promise<Result | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The system, which tests replace. */
interface System {
  readonly system?: string;
  readonly openFolder?: (
    folder: string,
  ) => Promise<{ sync: () => Promise<void>; close: () => Promise<void> }>;
  readonly renameFile?: (from: string, to: string) => Promise<void>;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

/** Makes creations, renames and removals in a folder durable; on Windows, where that is impossible, does nothing. */
export async function syncFolder(
  folder: string,
  { system = platform(), openFolder = (path) => open(path, 'r') }: System = {},
): Promise<void> {
  try {
    const handle = await openFolder(folder);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!isUnflushable(error, system)) throw error;
  }
}

/** Replaces any file at `to`. Windows refuses while another program has it open, so there it is tried again. */
export async function renameOver(
  from: string,
  to: string,
  { system = platform(), renameFile = rename, wait = setTimeout }: System = {},
): Promise<void> {
  for (const milliseconds of heldOpenWaits) {
    try {
      await renameFile(from, to);
      return;
    } catch (error) {
      if (!isHeldOpen(error, system)) throw error;
      await wait(milliseconds);
    }
  }
  await renameFile(from, to);
}
