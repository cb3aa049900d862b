/*
 * The removal of a lock. To look whose it is and to remove it are two steps, and between them another process could
 * remove it and take it for itself; so a process first creates a claim, a file named after the nonce in the lock. Only
 * the owner of the claim may remove that lock, if it then is still there.
 *
 * A process that is killed leaves its claim. To delete that and create it again would be two steps once more. Instead,
 * a claim whose process cannot be running is claimed in turn, by a file named after its nonce, and so on: who creates
 * the last one of the chain acts for all of them. This is safe because a dead process changes nothing any more: its
 * claim stays until the lock is gone, which only the owner of the last claim removes. Nonces are drawn once, so a lock
 * that is gone does not come back, and the claims on it mean nothing from then on.
 */
import { drawNonce } from '../../derive/forms/marker.ts';
import { errorCode } from '../../text/system/system-errors.ts';
import { type ProcessHost, thisProcess } from '../../text/system/run-process.ts';
import {
  createRecord,
  isHeldBy,
  isHolderRunning,
  lockName,
  readProcess,
  withoutLinks,
  type LockFolder,
  type LockHolder,
  type LockProcess,
} from './lock-record.ts';
import { unsafeError } from '../ledger-error.ts';
import type { Env } from '../../model/io.ts';
import { isLocked } from '../lock-error.ts';

const sure = 'wait for it to end; once you are sure that it does not run any more';

export interface LockPlace extends LockFolder {
  readonly environment: string;
  /** The command that takes the lock away from a run. */
  readonly unlockCommand: (id: string) => string;
  readonly host: ProcessHost;
  readonly env: Env;
}

/** When it resolves, this lock is gone. Throws an error that says who removes it, if another process is at it. */
export async function removeLock(place: LockPlace, lock: LockHolder): Promise<void> {
  const { files, folder } = place;
  while (await isHeldBy(place, lock)) {
    const claim = await tryClaim(place, lock);
    if (claim === undefined) continue;
    try {
      if (!(await isHeldBy(place, lock))) continue;
      await files.remove(folder.at(lockName));
      await files.syncFolder(folder.at(''));
    } finally {
      // The claims before it keep others away for as long as the lock may be there.
      await files.remove(folder.at(claim)).catch(() => undefined);
    }
  }
  await removeClaims(place, (of) => of === lock.holder);
}

/** Gives back the lock that this process holds. A process that is just taking it away from us may do that. */
export async function dropLock(place: LockFolder, mine: LockHolder): Promise<void> {
  const { files, folder } = place;
  const claim = claimName(mine.holder);
  try {
    // The lock itself names us.
    await files.link(folder.at(lockName), folder.at(claim));
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST' || code === 'ENOENT') return;
    // Then only a person who unlocks a run that goes on can come between.
    if (!withoutLinks.has(code) && code !== 'ENOSPC' && code !== 'EDQUOT') throw error;
  }
  try {
    if (!(await isHeldBy(place, mine))) return;
    await files.remove(folder.at(lockName));
  } finally {
    await files.remove(folder.at(claim)).catch(() => undefined);
  }
  await files.syncFolder(folder.at(''));
}

/** Removes the claims on locks that are gone. Only for the holder of the lock. */
export function removeOldClaims(place: LockFolder, mine: LockHolder): Promise<void> {
  return removeClaims(place, (of) => of !== mine.holder);
}

/** The name of the claim that is ours now; undefined if it is worth another look at the lock. */
async function tryClaim(place: LockPlace, lock: LockHolder): Promise<string | undefined> {
  const { host, env } = place;
  const mine = { holder: drawNonce(env), ...(await thisProcess(host)), run: { host: host.host } };
  for (let name = claimName(lock.holder); ;) {
    if (await createRecord(place, name, mine)) return name;
    const other = await readProcess(place, name);
    if (other === undefined && (await place.files.look(place.folder.at(name))) === undefined)
      return undefined;
    const runs = other && (await isHolderRunning(other, host));
    if (other === undefined || runs !== false)
      throw heldByClaim(place, lock, { name, runs: runs === true ? other : undefined });
    // It may have removed its claim as the last thing it did, and another process has made it again.
    if ((await readProcess(place, name))?.holder !== other.holder) return undefined;
    name = claimName(lock.holder, other.holder);
  }
}

/** `dead`: the nonce of a claim whose process is gone. */
function claimName(lock: string, dead?: string): string {
  return `${lockName}.${lock}${dead === undefined ? '' : `.${dead}`}`;
}

/** The next holder of the lock removes those that stay. */
async function removeClaims(
  { files, folder }: LockFolder,
  isMeant: (lock: string) => boolean,
): Promise<void> {
  for (const name of await files.list(folder.at(''))) {
    const [, lock] = /^ledger\.lock\.([0-9a-f]{32})(?:\.[0-9a-f]{32})?$/.exec(name) ?? [];
    if (lock !== undefined && isMeant(lock)) await files.remove(folder.at(name)).catch(() => undefined);
  }
}

type Words = Pick<LockPlace, 'environment' | 'folder' | 'unlockCommand'>;

/** The error for a lock that a run has; undefined for a lock that does not say whose it is. */
export function heldByRun(
  { environment, folder, unlockCommand }: Words,
  lock: LockHolder | undefined,
): Error {
  const shown = folder.shown(lockName);
  if (lock !== undefined) return heldBy(environment, lock, `${sure}: \`${unlockCommand(lock.run.id)}\``);
  return unsafeError(
    `${isLocked(environment)}, and \`${shown}\` does not say by whom`,
    `${sure}, delete \`${shown}\``,
  );
}

/** The error for a lock that another process is removing. `runs`: that process, if it is known to run. */
function heldByClaim(
  { environment, folder, unlockCommand }: Words,
  lock: LockHolder,
  { name, runs }: { readonly name: string; readonly runs: LockProcess | undefined },
): Error {
  return heldBy(
    environment,
    lock,
    runs === undefined
      ? `${sure}: delete \`${folder.shown(name)}\`, then \`${unlockCommand(lock.run.id)}\``
      : `process ${runs.pid} is removing the lock: wait for it to end, or end it, then try again`,
  );
}

function heldBy(environment: string, { pid, run }: LockHolder, help: string): Error {
  const { id, host, at, ci } = run;
  const where = ci === undefined ? '' : `, ${ci.url}`;
  return unsafeError(
    `${isLocked(environment)} by run ${id}: process ${pid} on \`${host}\` since ${at}${where}`,
    help,
    run,
  );
}
