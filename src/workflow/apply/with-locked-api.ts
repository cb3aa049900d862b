import type { Io } from '../../model/io.ts';
import type { LedgerLock, LedgerState } from '../../model/ledger.ts';
import type { Environment, Workspace } from '../../model/workspace.ts';
import type { ApiOptions } from '../../cli/options.ts';
import { openLedger } from '../../session/ledger/ledger-store.ts';

interface Closable {
  readonly close: () => Promise<void>;
}

interface LockedLedger {
  readonly lock: LedgerLock;
  readonly ledger: LedgerState;
}

interface ToLock<Connection extends Closable> {
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly connect: (io: Io, options: ApiOptions, place: EnvironmentPlace) => Promise<Connection>;
  /** Where the ledger is not the current one, with its lock. */
  readonly opened?: LockedLedger;
  /** Throws what can be refused before the API is connected to. */
  readonly check?: (ledger: LedgerState) => void;
}

interface EnvironmentPlace {
  readonly root: string;
  readonly environment: string;
}

/** An environment whose ledger no one else writes, with the API at hand. */
export interface LockedApi<Connection> extends LockedLedger {
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly connection: Connection;
  readonly place: EnvironmentPlace;
}

/** Takes the lock, connects, does the work, and lets go of both whatever becomes of it. */
export async function withLockedApi<Connection extends Closable, Result>(
  io: Io,
  { workspace, environment, connect, opened, check }: ToLock<Connection>,
  options: ApiOptions,
  work: (locked: LockedApi<Connection>) => Promise<Result>,
): Promise<Result> {
  const { lock, ledger } = opened ?? (await openLedger(io, workspace, environment, options));
  try {
    check?.(ledger);
    const place = { root: workspace.root, environment: environment.name };
    const connection = await connect(io, options, place);
    try {
      return await work({ workspace, environment, connection, place, lock, ledger });
    } finally {
      await connection.close();
    }
  } finally {
    await lock.release();
  }
}
