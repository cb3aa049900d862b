import { unsafeError } from '../ledger-error.ts';
import { lockName, type LockHolder, type LockProcess } from './lock-record.ts';
import type { LedgerFolder } from './ledger-folder.ts';

interface Words {
  readonly folder: LedgerFolder;
  /** The command that takes the lock away from a run. */
  readonly unlockCommand: (id: string) => string;
}

const sure = 'wait for it to end; once you are sure that it does not run any more';

/** The error for a lock that a run has; undefined for a lock that does not say whose it is. */
export function heldByRun({ folder, unlockCommand }: Words, lock: LockHolder | undefined): Error {
  const shown = folder.shown(lockName);
  if (lock !== undefined) return heldBy(lock, `${sure}: \`${unlockCommand(lock.run.id)}\``);
  return unsafeError(
    `the ledger is locked, and \`${shown}\` does not say by whom`,
    `${sure}, delete \`${shown}\``,
  );
}

/** The error for a lock that another process is removing. `runs`: that process, if it is known to run. */
export function heldByClaim(
  { folder, unlockCommand }: Words,
  lock: LockHolder,
  { name, runs }: { readonly name: string; readonly runs: LockProcess | undefined },
): Error {
  return heldBy(
    lock,
    runs === undefined
      ? `${sure}: delete \`${folder.shown(name)}\`, then \`${unlockCommand(lock.run.id)}\``
      : `process ${runs.pid} is removing the lock: wait for it to end, or end it, then try again`,
  );
}

function heldBy({ pid, run }: LockHolder, help: string): Error {
  const { id, host, at, ci } = run;
  const where = ci === undefined ? '' : `, ${ci.url}`;
  return unsafeError(
    `the ledger is locked by run ${id}: process ${pid} on \`${host}\` since ${at}${where}`,
    help,
    run,
  );
}
