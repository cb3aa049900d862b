import type { RunAbout } from '../../model/journal/journal.ts';
import type { LedgerHolder, Unlocked } from '../../model/ledger-store.ts';
import { unsafeError } from '../ledger-error.ts';
import { thisProcess } from '../run-process.ts';
import type { LedgerHost } from './ledger-host.ts';
import {
  createRecord,
  isHolderRunning,
  lockName,
  readLock,
  type LockFolder,
  type LockHolder,
} from './lock-record.ts';
import { heldByRun } from './lock-words.ts';
import { nonce, removeLock, removeOldClaims, type LockPlace } from './remove-lock.ts';

/**
 * Takes the lock, or throws an error that names the holder. A lock is taken over only if its process cannot be running:
 * same machine, same boot, and the process is gone or its number belongs to a different one. Times are not compared.
 */
export async function takeLock(place: LockPlace, run: RunAbout): Promise<LockHolder> {
  const { host, env } = place;
  const mine = { holder: nonce(env), ...(await thisProcess(host)), run: { ...run, host: host.host } };
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

/** Who has the lock. */
export async function holderOf(place: LockFolder, host: LedgerHost): Promise<LedgerHolder | undefined> {
  if (await isFree(place)) return undefined;
  const holder = await readLock(place);
  return { run: holder?.run, ...(holder && { isRunning: await isHolderRunning(holder, host) }) };
}

/** Takes the lock away from the run with this id. */
export async function unlock(place: LockPlace, id: string): Promise<Unlocked> {
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
