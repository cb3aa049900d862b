import type { LedgerState } from '../../model/ledger/ledger.ts';
import { remoteApi } from '../session/api/connect.ts';
import { refuseForgotten } from '../session/ledger/refuse-forgotten.ts';
import { lockRun, type LockedLedger, type ToLock } from '../session/ledger/open-ledger-store.ts';
import type { Run } from '../session/run.ts';

interface Closable {
  readonly close: () => Promise<void>;
}

export interface LockedWork<Connection extends Closable> extends ToLock {
  readonly connect: (run: Run) => Promise<Connection>;
  /** An already opened ledger with its lock, if it is not the current one. */
  readonly opened?: LockedLedger;
  /** Throws for errors that can be found before connecting to the API. */
  readonly check?: (ledger: LedgerState) => void;
}

/** The lock on the ledger of a run, and a connection to its API. */
export interface LockedApi<Connection> extends LockedLedger {
  readonly connection: Connection;
}

/** Takes the lock, connects, does the work, and releases both even if the work fails. */
export async function withLockedApi<Connection extends Closable, Result>(
  run: Run,
  { verb, connect, opened, shard, check }: LockedWork<Connection>,
  work: (locked: LockedApi<Connection>) => Promise<Result>,
): Promise<Result> {
  // Before the lock, which in some stores is a write that others see.
  remoteApi(run);
  // Commands that settle an emergency go on.
  if (verb === 'apply') await refuseForgotten(run);
  const { lock, ledger, rollbacks } = opened ?? (await lockRun(run, { verb, shard }));
  try {
    check?.(ledger);
    const connection = await connect(run);
    try {
      return await work({ connection, lock, ledger, rollbacks });
    } finally {
      await connection.close();
    }
  } finally {
    await lock.release();
  }
}
