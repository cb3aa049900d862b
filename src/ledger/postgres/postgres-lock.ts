import type { LedgerError } from '../../model/errors.ts';
import type { RunAbout } from '../../model/journal/journal.ts';
import type { ShardLock, Write } from '../backend.ts';
import { lockRemoved, unsafeError } from '../ledger-error.ts';
import { notReleased } from '../held-words.ts';
import type { LeasePlace } from './holder-words.ts';
import type { Rows, Statement } from './batch.ts';
import { countWrite, giveBackLease, leaseIn, leasesIn, readLeases, type LeaseKey } from './lease.ts';
import type { PostgresDatabase } from './postgres-database.ts';
import { failedStatement, postgresError, sqlState } from './postgres-error.ts';
import { divisionText, keepDivision, othersWere } from './shard-lease.ts';
import { bytesOf, selectText, writeStatements } from './text-statements.ts';

export interface HeldLease {
  readonly database: PostgresDatabase;
  readonly place: LeasePlace;
  readonly key: LeaseKey;
  /** The key of the texts. */
  readonly whole: LeaseKey;
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
export function postgresLock({
  database,
  place,
  key,
  whole,
  holder,
  run,
  writes: before,
}: HeldLease): ShardLock {
  let done = before;
  let failure: LedgerError | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const statementsOf = (writes: readonly Write[]): readonly Statement[] =>
    writes.flatMap((each) => writeStatements(whole, each));

  const commit = async (statements: readonly Statement[], mayFail?: number): Promise<void> => {
    if (failure !== undefined) throw failure;
    if (statements.length === 0) return;
    try {
      await database.run([countWrite(key, holder, done), ...statements]);
    } catch (error) {
      if (mayFail !== undefined && sqlState(error) === '22012' && failedStatement(error) === mayFail) return;
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
      const lease = leaseIn((await database.run([readLeases(key)]))[0], key);
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
      const cause = postgresError(database.target, 'lock', error);
      throw notReleased(place, run, { cause, once: 'PostgreSQL answers again' });
    }
  };

  const read = async (statement: Statement): Promise<Rows> => {
    try {
      return (await database.run([statement]))[0] ?? [];
    } catch (error) {
      throw postgresError(database.target, 'read', error);
    }
  };

  const divide = async (text: string): Promise<string> => {
    await commit([keepDivision(whole, text)]);
    const rows = await read(selectText(whole, divisionText));
    return Buffer.concat(rows.map(([part]) => bytesOf(part ?? ''))).toString();
  };

  const alone = async (make: () => Promise<readonly Write[]>): Promise<void> => {
    const leases = leasesIn(await read(readLeases(key)));
    if (leases.some((lease) => lease.shard !== key.shard && lease.holder !== undefined)) return;
    const taken = leases.find(({ shard }) => shard === whole.shard)?.fence ?? 0n;
    const statements = statementsOf(await make());
    const guards = othersWere(whole, taken);
    // Fails, and undoes the batch, if another shard was locked meanwhile: that one folds.
    if (statements.length > 0) await commit([...guards, ...statements], guards.length);
  };

  const inTurn = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(task);
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    write: (writes) => inTurn(() => commit(statementsOf(writes))),
    divide: (text) => inTurn(() => divide(text)),
    alone: (make) => inTurn(() => alone(make)),
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
