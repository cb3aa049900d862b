import { errorCode, diskWords } from '../../../text/system/system-errors.ts';
import { mkdir, open, readdir, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import {
  isRunning,
  processIn,
  thisProcess,
  type ProcessHost,
  type RunProcess,
} from '../../../text/system/run-process.ts';
import { UserError } from '../../../model/errors.ts';
import type { Json } from '../../../model/value.ts';
import { applyChange, emptyState, stateChanges, type State, type StateChange } from '../server-state.ts';
import type { Store } from './store.ts';
import { exitCodes } from '../../../model/exit-codes.ts';

/** A list of changes on each line. */
const stateFile = 'state.jsonl';

/**
 * A store in a directory: after a kill it has everything that responses reported. It has secrets in clear text, as the
 * service does; files are readable only by the owner (mode 0600), and a directory it creates is ignored by git.
 */
export async function openDirectoryStore({
  directory,
  host,
}: {
  readonly directory: string;
  readonly host: ProcessHost;
}): Promise<Store> {
  try {
    const made = await mkdir(directory, { recursive: true, mode: 0o700 });
    if (made !== undefined) await writeFile(path.join(directory, '.gitignore'), '*\n');
    const unlock = await lockDirectory(directory, host);
    try {
      const state = await load(directory);
      return writeBehind(state, await open(path.join(directory, stateFile), 'a'), unlock);
    } catch (error) {
      await unlock();
      throw error;
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(exitCodes.disk, `the built-in mock API cannot use its folder: ${diskWords(error)}`, {
      cause: error,
    });
  }
}

/** Reads the state, and writes the file again if it is new, torn, or mostly of objects that were replaced since. */
async function load(directory: string): Promise<State> {
  const state = emptyState();
  const file = path.join(directory, stateFile);
  const { changes, isTorn } = await storedChanges(file);
  for (const change of changes) applyChange(state, change);
  state.undo.length = 0;
  const kept = stateChanges(state);
  if (changes.length > 0 && !isTorn && changes.length <= 2 * kept.length) {
    // A killed server may have written the last of it without a sync; it is reported from now on.
    await sync(file, 'r+');
    return state;
  }
  await writeFile(`${file}.tmp`, lineOf(kept), { mode: 0o600, flush: true });
  await rename(`${file}.tmp`, file);
  await sync(directory, 'r');
  return state;
}

async function sync(place: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(place, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A kill can only tear the last line, which was not reported yet; another that cannot be read is an error. */
async function storedChanges(
  file: string,
): Promise<{ readonly changes: readonly StateChange[]; readonly isTorn: boolean }> {
  const changes: StateChange[] = [];
  let line = 0;
  let isTorn = false;
  const handle = await open(file).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });
  for await (const text of handle?.readLines() ?? []) {
    if (isTorn) throw damaged(line);
    line++;
    if (text === '') continue;
    try {
      changes.push(...(JSON.parse(text) as StateChange[]));
    } catch {
      isTorn = true;
    }
  }
  return { changes, isTorn };
}

/** On a new line also behind one that was torn. */
function lineOf(changes: readonly StateChange[]): string {
  return `\n${JSON.stringify(changes)}`;
}

function damaged(line: number): UserError {
  return new UserError(
    exitCodes.disk,
    `the built-in mock API's \`${stateFile}\` is damaged at line ${line}`,
    { help: 'restore the file from a copy, or start with another folder' },
  );
}

/**
 * Changes committed while a write is pending are written together in the next line, with one sync. Only one write is
 * pending at a time; after a failed one all later ones fail, because the content on disk is then unknown.
 */
function writeBehind(state: State, file: FileHandle, unlock: () => Promise<void>): Store {
  let waiting: StateChange[] = [];
  let isScheduled = false;
  let written = Promise.resolve();

  const write = async (): Promise<void> => {
    const line = lineOf(waiting);
    waiting = [];
    isScheduled = false;
    await file.appendFile(line);
    await file.datasync();
  };

  const durable = (): Promise<void> => {
    if (waiting.length > 0 && !isScheduled) {
      isScheduled = true;
      written = written.then(write);
      // Responses await this promise; without requests, its rejection must not end the process.
      written.catch(() => undefined);
    }
    return written;
  };

  return {
    state,
    durable,
    commit: (changes) => {
      for (const change of changes) applyChange(state, change);
      waiting.push(...changes);
    },
    close: async () => {
      try {
        await durable();
      } catch (error) {
        throw new UserError(
          exitCodes.disk,
          `the built-in mock API could not write its state: ${diskWords(error)}`,
          {
            cause: error,
          },
        );
      } finally {
        await file.close();
        await unlock();
      }
    },
  };
}

/**
 * Allows one server for each directory. The lock is a file whose name identifies its holder (process, its start, the
 * boot), so that it is complete once it exists. A process first creates its own file and then looks for others: of two
 * simultaneous ones, at least one sees the other and withdraws. Files of ended processes are removed.
 * Throws an error that names the holder; the result releases the lock.
 */
async function lockDirectory(directory: string, host: ProcessHost): Promise<() => Promise<void>> {
  const ownLock = folderLockName(await thisProcess(host));
  try {
    await (await open(path.join(directory, ownLock), 'wx', 0o600)).close();
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    throw usedByOther(host.pid, ownLock);
  }
  const unlock = (): Promise<void> => rm(path.join(directory, ownLock), { force: true });
  for (const name of await readdir(directory)) {
    const holder = name === ownLock ? undefined : holderIn(name);
    if (holder === undefined) continue;
    // The folder is of this machine: a holder of another boot has ended with it.
    if ((await isRunning({ ...holder, host: host.host }, host)) === true) {
      await unlock();
      throw usedByOther(holder.pid, name);
    }
    await rm(path.join(directory, name), { force: true });
  }
  return unlock;
}

const lockPrefix = 'lock-';

/** A name that says which process holds the folder: it is complete once the file exists. */
export function folderLockName(process: RunProcess): string {
  return lockPrefix + Buffer.from(JSON.stringify(process)).toString('base64url');
}

function holderIn(name: string): RunProcess | undefined {
  if (!name.startsWith(lockPrefix)) return undefined;
  try {
    return processIn(JSON.parse(Buffer.from(name.slice(lockPrefix.length), 'base64url').toString()) as Json);
  } catch {
    return undefined;
  }
}

function usedByOther(pid: number, name: string): UserError {
  return new UserError(exitCodes.unsafe, `another mock API uses this folder (process ${pid})`, {
    help: `stop it, or choose another folder; if there is no such process, delete \`${name}\` in the folder`,
  });
}
