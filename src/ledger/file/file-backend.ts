import { drawNonce } from '../../derive/forms/marker.ts';
import path from 'node:path';
import type { Backend, BackendLock, Write } from '../backend.ts';
import type { LedgerFiles } from './ledger-files.ts';
import { fileTexts, onDisk } from './file-texts.ts';
import { fileWriter } from './file-writer.ts';
import { ledgerFolder, refuseLedgerLinks, type LedgerFolder } from './ledger-folder.ts';
import { type ProcessHost, thisProcess } from '../../text/system/run-process.ts';
import {
  createRecord,
  isHeldBy,
  isHolderRunning,
  lockName,
  readLock,
  type LockFolder,
  type LockHolder,
} from './lock-record.ts';
import { dropLock, heldByRun, removeLock, removeOldClaims, type LockPlace } from './remove-lock.ts';
import { unsafeError } from '../ledger-error.ts';
import type { Env } from '../../model/io.ts';
import type { RunAbout } from '../../model/ledger/journal.ts';
import type { LedgerHolder, UnlockResult } from '../../model/ledger/ledger-store.ts';
import { lockRemoved } from '../lock-error.ts';

export interface FileBackendOptions {
  readonly root: string;
  /** The folder of the environments' folders, relative to the root and with `/`. */
  readonly folder: string;
  readonly environment: string;
  readonly files: LedgerFiles;
  readonly host: ProcessHost;
  readonly env: Env;
  /** Flags appended to each printed command that name this workspace and API, such as ` --local`. */
  readonly placeFlags?: string;
}

/** The texts as files in a folder of the workspace, for one machine. */
export function fileBackend({
  root,
  folder,
  environment,
  files,
  host,
  env,
  placeFlags = '',
}: FileBackendOptions): Backend {
  const inner = ledgerFolder(root, folder, environment);
  const { shown } = inner;
  const unlockCommand = (id: string): string =>
    `edgewright ledger unlock ${id} --env ${environment}${placeFlags}`;
  return {
    shown,
    ...fileTexts({ root, folder: inner, files }),
    lock: (run) => lockFolder({ environment, files, folder: inner, host, env, unlockCommand }, root, run),
    unlock: (id) =>
      onDisk({ verb: 'lock', file: shown('ledger.lock') }, async () => {
        await refuseLedgerLinks(files, root, inner);
        return unlock({ environment, files, folder: inner, host, env, unlockCommand }, id);
      }),
    environments: async () => {
      const above = path.join(root, folder);
      // A file in its place is an error where a ledger in it is read or locked.
      if ((await files.look(above)) !== 'folder') return [];
      const names = await files.list(above);
      const isThere = async (name: string): Promise<boolean> =>
        (await files.look(path.join(above, name))) === 'folder' &&
        (await files.look(path.join(above, name, 'ledger.json'))) === 'file';
      const found = await Promise.all(names.map(isThere));
      return names.filter((_name, index) => found[index] === true);
    },
    holders: () =>
      onDisk({ verb: 'read', file: shown('ledger.lock') }, async () => {
        await refuseLedgerLinks(files, root, inner);
        const holder = await holderOf({ files, folder: inner }, host);
        return holder === undefined ? [] : [holder];
      }),
  };
}

async function lockFolder(place: LockPlace, root: string, run: RunAbout): Promise<BackendLock> {
  const { files, folder } = place;
  const mine = await onDisk({ verb: 'lock', file: folder.shown('ledger.lock') }, async () => {
    await refuseLedgerLinks(files, root, folder);
    for (const parent of folder.folders) {
      await files.makeFolder(parent);
      // Also if an earlier run made it: that run may not have come this far.
      await files.syncFolder(path.dirname(parent));
    }
    const holder = await takeLock(place, run);
    await dropLeftovers(files, folder);
    return holder;
  });
  const checkHeld = async (): Promise<void> => {
    if (!(await isHeldBy(place, mine))) throw lockRemoved();
  };
  const writer = fileWriter({ files, folder, holder: mine.holder, checkHeld });
  return {
    write: async (writes) => {
      for (const write of writes) {
        const use = { verb: 'write', file: folder.shown(nameOf(write)), help: helpOf(write) } as const;
        await onDisk(use, () => writer.write(write));
      }
      await onDisk({ verb: 'read', file: folder.shown('ledger.lock') }, checkHeld);
    },
    reserve: (bytes) =>
      onDisk(
        { verb: 'write', file: folder.shown('journal'), help: 'nothing was sent: make room first' },
        () => writer.reserve(bytes),
      ),
    release: () =>
      onDisk({ verb: 'lock', file: folder.shown('ledger.lock') }, async () => {
        await writer.close();
        await dropLock(place, mine);
      }),
  };
}

/** Only the ledger is replaced whole: until then, all of it is in the generation before and in the journals. */
function helpOf(write: Write): string | undefined {
  return 'put' in write && write.put === 'ledger.json'
    ? 'nothing is lost: the journal has all of it, and the next run takes it from there'
    : undefined;
}

function nameOf(write: Write): string {
  if ('create' in write) return write.create;
  if ('append' in write) return write.append;
  if ('put' in write) return write.put;
  return 'keep' in write ? write.as : write.remove;
}

/** Removes temporary files of killed runs: only the holder of the lock writes here. */
async function dropLeftovers(files: LedgerFiles, folder: LedgerFolder): Promise<void> {
  for (const inner of ['', 'rollback/']) {
    const names = await files.list(folder.at(inner));
    for (const name of names.filter((candidate) => candidate.endsWith('.tmp')))
      await files.remove(folder.at(inner + name)).catch(() => undefined);
  }
}

/**
 * Takes the lock, or throws an error that names the holder. A lock is taken over only if its process cannot be running:
 * same machine, same boot, and the process is gone or its number belongs to a different one. Times are not compared.
 */
async function takeLock(place: LockPlace, run: RunAbout): Promise<LockHolder> {
  const { host, env } = place;
  const mine = { holder: drawNonce(env), ...(await thisProcess(host)), run: { ...run, host: host.host } };
  while (!(await createRecord(place, lockName, mine))) {
    const other = await readLock(place);
    // Given back since we tried.
    if (other === undefined && (await isFree(place))) continue;
    if (other === undefined || (await isHolderRunning(other, host)) !== false) throw heldByRun(place, other);
    await removeLock(place, other);
  }
  await removeOldClaims(place, mine);
  return mine;
}

async function holderOf(place: LockFolder, host: ProcessHost): Promise<LedgerHolder | undefined> {
  if (await isFree(place)) return undefined;
  const holder = await readLock(place);
  return { run: holder?.run, ...(holder && { isRunning: await isHolderRunning(holder, host) }) };
}

/** Takes the lock away from the run with this id. */
async function unlock(place: LockPlace, id: string): Promise<UnlockResult> {
  if (await isFree(place)) return 'not-locked';
  const holder = await readLock(place);
  if (holder === undefined) {
    const shown = place.folder.shown(lockName);
    throw unsafeError(`\`${shown}\` does not say who holds the lock`, `delete \`${shown}\``);
  }
  if (holder.run.id !== id) return { other: holder.run };
  await removeLock(place, holder);
  return 'unlocked';
}

async function isFree({ files, folder }: LockFolder): Promise<boolean> {
  return (await files.look(folder.at(lockName))) === undefined;
}
