import { constants, type Stats } from 'node:fs';
import { link, lstat, mkdir, open, readdir, rename, unlink } from 'node:fs/promises';
import type { LedgerFiles, NewFile } from './ledger-files.ts';

/** The real file system. */
export const nodeFiles: LedgerFiles = {
  look: async (path) => {
    const stats = await orNothing(lstat(path));
    return stats === undefined ? undefined : kindOf(stats);
  },
  makeFolder: async (path) => {
    await mkdir(path, { mode: 0o700, recursive: true });
  },
  read: async (path) => {
    // Without O_NONBLOCK, opening a pipe would wait forever.
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      return (await file.stat()).isFile() ? await file.readFile('utf8') : '';
    } finally {
      await file.close();
    }
  },
  create: async (path): Promise<NewFile> => {
    const file = await open(path, 'wx', 0o600);
    return { write: (text) => file.writeFile(text), sync: () => file.sync(), close: () => file.close() };
  },
  link,
  rename,
  remove: unlink,
  writtenAt: async (path) => (await lstat(path)).mtimeMs,
  list: async (folder) => ((await orNothing(readdir(folder))) ?? []).sort(),
  syncFolder: async (folder) => {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
};

function kindOf(stats: Stats): 'file' | 'folder' | 'link' | 'other' {
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isFile()) return 'file';
  return stats.isDirectory() ? 'folder' : 'other';
}

async function orNothing<Result>(promise: Promise<Result>): Promise<Result | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
