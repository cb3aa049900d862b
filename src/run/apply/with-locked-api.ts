import type { Io } from '../../model/io.ts';
import type { ShardToLock } from '../../model/ledger/shard.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { Environment, Workspace } from '../../model/workspace.ts';
import type { ApiOptions } from '../cli/options.ts';
import { type EnvironmentPlace, remoteApi } from '../session/api/connect.ts';
import { refuseForgotten } from '../session/ledger/refuse-forgotten.ts';
import { openLedger, type LockedLedger, type LockingOptions } from '../session/ledger/open-ledger-store.ts';

interface Closable {
  readonly close: () => Promise<void>;
}

export interface ToLock<Connection extends Closable> {
  /** The command, as the lock and the log name it. */
  readonly verb: string;
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly connect: (io: Io, options: ApiOptions, place: EnvironmentPlace) => Promise<Connection>;
  /** An already opened ledger with its lock, if it is not the current one. */
  readonly opened?: LockedLedger;
  /** Only this shard is locked. */
  readonly shard?: ShardToLock | undefined;
  /** Throws for errors that can be found before connecting to the API. */
  readonly check?: (ledger: LedgerState) => void;
}

/** An environment with the lock on its ledger, and a connection to the API. */
export interface LockedApi<Connection> extends LockedLedger {
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly connection: Connection;
}

/** Takes the lock, connects, does the work, and releases both even if the work fails. */
export async function withLockedApi<Connection extends Closable, Result>(
  io: Io,
  { verb, workspace, environment, connect, opened, shard, check }: ToLock<Connection>,
  options: ApiOptions & LockingOptions,
  work: (locked: LockedApi<Connection>) => Promise<Result>,
): Promise<Result> {
  // Before the lock, which in some stores is a write that others see.
  remoteApi(io, options, environment.name);
  // Commands that settle an emergency go on.
  if (verb === 'apply') await refuseForgotten(io, workspace, environment, options);
  const { lock, ledger, rollbacks } =
    opened ?? (await openLedger(io, workspace, environment, { ...options, verb, shard }));
  try {
    check?.(ledger);
    const connection = await connect(io, options, { workspace, environment });
    try {
      return await work({ workspace, environment, connection, lock, ledger, rollbacks });
    } finally {
      await connection.close();
    }
  } finally {
    await lock.release();
  }
}
