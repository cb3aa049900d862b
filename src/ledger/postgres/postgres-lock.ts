import type { LedgerError } from '../../model/errors.ts';
import type { RunAbout } from '../../model/journal/journal.ts';
import type { BackendLock, Write } from '../backend.ts';
import { lockRemoved, unsafeError } from '../ledger-error.ts';
import { notReleased, type LeasePlace } from './holder-words.ts';
import { countWrite, giveBackLease, leaseIn, readLease, type LeaseKey } from './lease.ts';
import type { PostgresDatabase } from './postgres-database.ts';
import { failedStatement, postgresError, sqlState } from './postgres-error.ts';
import { writeStatements } from './text-statements.ts';

export interface HeldLease {
  readonly database: PostgresDatabase;
  readonly place: LeasePlace;
  readonly key: LeaseKey;
  /** Our nonce. */
  readonly holder: string;
  readonly run: RunAbout;
  /** The number of writes done under this lease before. */
  readonly writes: bigint;
}

/**
 * The lock that a lease is. Each write is one transaction, which first proves that the lease is ours and raises its
 * number of writes: so a write whose answer was lost is simply sent again, and is done once.
 */
export function postgresLock({ database, place, key, holder, run, writes: before }: HeldLease): BackendLock {
  let done = before;
  let failure: LedgerError | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const write = async (writes: readonly Write[]): Promise<void> => {
    if (failure !== undefined) throw failure;
    if (writes.length === 0) return;
    try {
      const statements = writes.flatMap((each) => writeStatements(key, each));
      await database.run([countWrite(key, holder, done), ...statements]);
    } catch (error) {
      if (!(await isDoneBefore(error))) {
        failure ??= postgresError(database.target, 'write', error);
        throw failure;
      }
    }
    done++;
  };

  /** Whether the batch failed because it had been committed, without an answer to it. Throws if the lease is lost. */
  const isDoneBefore = async (error: unknown): Promise<boolean> => {
    if (sqlState(error) !== '22012' || failedStatement(error) !== 0) return false;
    try {
      const lease = leaseIn((await database.run([readLease(key)]))[0]);
      if (lease?.holder === holder && lease.writes === done + 1n) return true;
      const isBehind = lease?.holder === holder && lease.writes < done;
      failure = isBehind ? lostWrites(database.target.shown) : lockRemoved();
    } catch (cause) {
      failure = postgresError(database.target, 'write', cause);
    }
    throw failure;
  };

  const release = async (): Promise<void> => {
    try {
      // A server that stayed away is not waited for a second time.
      await database.run(giveBackLease(key, holder), failure === undefined ? {} : { seconds: 5 });
    } catch (error) {
      throw notReleased(place, run, postgresError(database.target, 'lock', error));
    }
  };

  const inTurn = (task: () => Promise<void>): Promise<void> => {
    const turn = last.then(task);
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    write: (writes) => inTurn(() => write(writes)),
    reserve: () => Promise.resolve(),
    release: () => inTurn(release),
  };
}

/** The error for a server that confirmed writes and does not have them any more, as a standby that was promoted. */
function lostWrites(shown: string): LedgerError {
  return unsafeError(
    `PostgreSQL (${shown}) lost writes of this run that it had confirmed`,
    'compare the ledger with what is live: `edgewright plan`; to prevent this, replicate synchronously',
  );
}
