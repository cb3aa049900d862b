import { errorCode } from '../../domain/system-errors.ts';
import type { Texts } from '../backend.ts';
import type { LedgerFiles } from './ledger-files.ts';
import { refuseLedgerLinks, type LedgerFolder } from './ledger-folder.ts';
import { diskError } from '../ledger-error.ts';

interface TextsInFolder {
  /** The workspace's root. */
  readonly root: string;
  readonly folder: LedgerFolder;
  readonly files: Pick<LedgerFiles, 'look' | 'list' | 'read' | 'readPieces'>;
}

/** The texts of a ledger in files, for reading. */
export function fileTexts({ root, folder, files }: TextsInFolder): Texts {
  const { readPieces } = files;
  const reading = <Result>(name: string, task: (place: string) => Promise<Result>): Promise<Result> =>
    onDisk('read', folder.shown(name), async () => {
      await refuseLedgerLinks(files, root, folder);
      return task(folder.at(name));
    });
  return {
    list: (name) => reading(name, (place) => files.list(place)),
    read: (name) => reading(name, (place) => unlessGone(files.read(place))),
    ...(readPieces === undefined
      ? {}
      : {
          readPieces: (name, take) =>
            reading(
              name,
              async (place) => (await unlessGone(readPieces(place, take).then(() => true))) ?? false,
            ),
        }),
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
export async function onDisk<Result>(
  verb: 'read' | 'lock' | 'write',
  file: string,
  task: () => Promise<Result>,
  help?: string,
): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    throw diskError(verb, file, error, help);
  }
}
