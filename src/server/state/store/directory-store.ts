import { errorCode, diskWords } from '../../../text/system/system-errors.ts';
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
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
import { appendBatch, createStateFile, openStateFile, type StateFile } from './state-file.ts';
import { exitCodes } from '../../../model/exit-codes.ts';

/** A file that grew by this much, and to twice its size, is rewritten without replaced objects. */
const compactAfterBytes = 4 * 1024 * 1024;

/**
 * A store in a directory: after a kill it has everything that responses reported. It has secrets in clear text, as the
 * service does; files are readable only by the owner (mode 0600), and a directory it creates is ignored by git.
 */
export async function openDirectoryStore({
  directory,
  host,
  compactAfter = compactAfterBytes,
}: {
  readonly directory: string;
  readonly host: ProcessHost;
  readonly compactAfter?: number;
}): Promise<Store> {
  try {
    const made = await mkdir(directory, { recursive: true, mode: 0o700 });
    if (made !== undefined) await writeFile(path.join(directory, '.gitignore'), '*\n');
    const unlock = await lockDirectory(directory, host);
    try {
      const { state, file } = await load(directory);
      return writeBehind(directory, state, file, unlock, compactAfter);
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

async function load(directory: string): Promise<{ state: State; file: StateFile }> {
  const state = emptyState();
  const found = await openStateFile(directory);
  if (found === undefined) return { state, file: await createStateFile(directory, 1, []) };
  for (const change of found.changes) applyChange(state, change);
  state.undo.length = 0;
  return { state, file: found };
}

/**
 * Changes committed while a write is pending are written together in the next batch, with one sync. Only one write is
 * pending at a time; after a failed one all later ones fail, because the content on disk is then unknown.
 */
function writeBehind(
  directory: string,
  state: State,
  opened: StateFile,
  unlock: () => Promise<void>,
  compactAfter: number,
): Store {
  let file = opened;
  let { grown } = opened;
  let waiting: StateChange[] = [];
  let isScheduled = false;
  let written = Promise.resolve();

  const write = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    isScheduled = false;
    const { lines, bytes } = await appendBatch(file, batch);
    file = { ...file, lines };
    grown += bytes;
    if (grown < Math.max(compactAfter, file.size)) return;
    // The state may already contain changes of the next batch; writing them twice is harmless.
    const next = await createStateFile(directory, file.generation + 1, stateChanges(state));
    await file.file.close();
    file = next;
    grown = 0;
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
        await file.file.close();
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
