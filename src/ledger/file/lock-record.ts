import { errorCode } from '../../text/system/system-errors.ts';
import type { LedgerFiles } from './ledger-files.ts';
import type { LedgerFolder } from './ledger-folder.ts';
import { isRunning, type ProcessHost, type RunProcess } from '../../text/system/run-process.ts';
import { diskError } from '../ledger-error.ts';
import type { RunAbout } from '../../model/ledger/journal.ts';

/** The errors of a file system on which a file cannot have a second name. */
export const withoutLinks: ReadonlySet<string> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
]);

/** A process that has the lock, or that is removing it, as stored in a file. */
export interface LockProcess extends RunProcess {
  /** Drawn for this file: 32 hexadecimal digits. */
  readonly holder: string;
  readonly run: Pick<RunAbout, 'host'>;
}

/** The lock holder, as stored in the lock file. */
export interface LockHolder extends LockProcess {
  readonly run: RunAbout;
}

export interface LockFolder {
  readonly files: LedgerFiles;
  readonly folder: LedgerFolder;
}

export const lockName = 'ledger.lock';

/** Undefined if there is none, or if it does not say whose it is. */
export async function readLock(place: LockFolder): Promise<LockHolder | undefined> {
  return (await readProcess(place, lockName)) as LockHolder | undefined;
}

export async function readProcess(
  { files, folder }: LockFolder,
  name: string,
): Promise<LockProcess | undefined> {
  if ((await files.look(folder.at(name))) !== 'file') return undefined;
  try {
    return parseProcess(await files.read(folder.at(name)));
  } catch (error) {
    // A file that cannot be read is not one that is gone.
    if (errorCode(error) === 'ENOENT') return undefined;
    throw diskError({ verb: 'read', file: folder.shown(name) }, error);
  }
}

function parseProcess(text: string): LockProcess | undefined {
  try {
    const value = JSON.parse(text) as LockProcess;
    const isWhole =
      /^[0-9a-f]{32}$/.test(value.holder) &&
      Number.isSafeInteger(value.pid) &&
      typeof value.run.host === 'string';
    return isWhole ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the lock is still this one. */
export async function isHeldBy(place: LockFolder, { holder }: Pick<LockProcess, 'holder'>): Promise<boolean> {
  return (await readLock(place))?.holder === holder;
}

/** False only if the process cannot be running any more. */
export function isHolderRunning(holder: LockProcess, here: ProcessHost): Promise<boolean | undefined> {
  return isRunning({ ...holder, host: holder.run.host }, here);
}

/**
 * Creates a file that names its process; false if there is one. It is written whole under another name first: a run
 * that is killed here leaves no file without a process.
 */
export async function createRecord(
  { files, folder }: LockFolder,
  name: string,
  record: LockProcess,
): Promise<boolean> {
  const text = `${JSON.stringify(record)}\n`;
  const temporary = `${lockName}.${record.holder}.tmp`;
  await createExclusively({ files, folder }, temporary, text);
  try {
    await files.link(folder.at(temporary), folder.at(name));
  } catch (error) {
    const code = errorCode(error);
    // The holder of the lock removes temporary files.
    if (code === 'EEXIST' || code === 'ENOENT') return false;
    if (!withoutLinks.has(code)) throw diskError({ verb: 'lock', file: folder.shown(name) }, error);
    if (!(await createExclusively({ files, folder }, name, text))) return false;
  } finally {
    await files.remove(folder.at(temporary)).catch(() => undefined);
  }
  await files.syncFolder(folder.at(''));
  return true;
}

async function createExclusively(
  { files, folder }: LockFolder,
  name: string,
  text: string,
): Promise<boolean> {
  let isOurs = false;
  try {
    const file = await files.create(folder.at(name));
    isOurs = true;
    try {
      await file.write(text);
      await file.sync();
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    if (isOurs) await files.remove(folder.at(name)).catch(() => undefined);
    throw diskError({ verb: 'lock', file: folder.shown(name.endsWith('.tmp') ? lockName : name) }, error);
  }
}

/** Creates a file of so many times the text, whose bytes are on the disk when the promise resolves. */
export async function writeDurably(files: LedgerFiles, path: string, text: string, times = 1): Promise<void> {
  const file = await files.create(path);
  try {
    for (let count = 0; count < times; count++) await file.write(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
