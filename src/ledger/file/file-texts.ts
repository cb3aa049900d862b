import { statfs } from 'node:fs/promises';
import { platform } from 'node:os';
import { errorCode } from '../../text/system/system-errors.ts';
import type { Texts } from '../backend.ts';
import { diskError, type DiskUse } from '../ledger-error.ts';
import { type LedgerFolder, refuseLedgerLinks } from './ledger-folder.ts';
import type { LedgerFiles } from './ledger-files.ts';

/** File systems that write each change to a new place, by the numbers that Linux gives them (statfs(2)). */
const copying: ReadonlyMap<number, string> = new Map([
  [0x9123_683e, 'Btrfs'],
  [0x2fc1_2fc1, 'ZFS'],
  [0xca45_1a4e, 'bcachefs'],
  [0xf2f5_2010, 'F2FS'],
]);

/**
 * The name of the file system of a folder if space cannot be reserved on it: bytes that replace others need new space
 * there. Undefined for others, and if it cannot be determined. APFS is that of macOS.
 */
export async function copyOnWrite(
  folder: string,
  {
    system = platform(),
    typeOf = statfs,
  }: { system?: string; typeOf?: (folder: string) => Promise<{ readonly type: number }> } = {},
): Promise<string | undefined> {
  if (system === 'darwin') return 'APFS';
  try {
    const { type } = await typeOf(folder);
    // Some systems give it as a signed number.
    return copying.get(type >>> 0);
  } catch {
    return undefined;
  }
}

interface TextsInFolder {
  readonly root: string;
  readonly folder: LedgerFolder;
  readonly files: Pick<LedgerFiles, 'look' | 'list' | 'read'>;
}

export function fileTexts({ root, folder, files }: TextsInFolder): Texts {
  const reading = <Result>(name: string, task: (place: string) => Promise<Result>): Promise<Result> =>
    onDisk({ verb: 'read', file: folder.shown(name) }, async () => {
      await refuseLedgerLinks(files, root, folder);
      return task(folder.at(name));
    });
  return {
    list: (name) => reading(name, (place) => files.list(place)),
    read: (name) => reading(name, (place) => unlessGone(files.read(place))),
  };
}

/** Undefined also for a file that another run removes in this moment. */
async function unlessGone<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Turns an error of the file system into one that names the file of the ledger. */
export async function onDisk<Result>(use: DiskUse, task: () => Promise<Result>): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    throw diskError(use, error);
  }
}
