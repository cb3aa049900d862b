import type { LedgerError } from '../../model/errors.ts';
import type { RunAbout } from '../../model/journal/journal.ts';
import type { ShardLock, Write } from '../backend.ts';
import { lockRemoved, unsafeError } from '../ledger-error.ts';
import { notReleased } from '../held-words.ts';
import type { LeasePlace } from './holder-words.ts';
import type { Rows, Statement } from './batch.ts';
import {
  countWrite,
  giveBackLease,
  leaseIn,
  leasesIn,
  lockWhole,
  readLeases,
  type LeaseKey,
} from './lease.ts';
import type { PostgresDatabase } from './postgres-database.ts';
import { postgresError } from './postgres-error.ts';
import { divisionText, keepDivision } from './shard-lease.ts';
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
 * The lock that a lease is. Each write is one transaction, which first raises the number of writes of the lease if that
 * is ours and as we know it, and else does nothing: so a write whose answer was lost is simply sent again, and is done
 * once.
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

  /** Does the writes; with `fence`, nothing if another lease was taken since the whole had it. */
  const commit = async (statements: readonly Statement[], fence?: bigint): Promise<void> => {
    if (failure !== undefined) throw failure;
    if (statements.length === 0) return;
    try {
      const first = fence === undefined ? [] : lockWhole(whole);
      const count = countWrite(key, { holder, writes: done, ...(fence !== undefined && { fence }) });
      const answers = await database.run([...first, count, ...statements]);
      if (answers[first.length]?.[0]?.[0] === '1') done++;
      else done = await notCounted(fence);
    } catch (error) {
      failure ??= postgresError(database.target, 'write', error);
      throw failure;
    }
  };

  /** The number of writes that are done, when one was not counted. Throws if the lease is lost. */
  const notCounted = async (fence: bigint | undefined): Promise<bigint> => {
    const lease = leaseIn((await database.run([readLeases(key)]))[0], key);
    if (lease?.holder !== holder) throw lockRemoved();
    // It was committed, without an answer to it.
    if (lease.writes === done + 1n) return lease.writes;
    // Another lease was taken.
    if (lease.writes === done && fence !== undefined) return done;
    throw lease.writes < done ? lostWrites(database.target.shown) : lockRemoved();
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
    const fence = leases.find(({ shard }) => shard === whole.shard)?.fence ?? 0n;
    // Not done if another shard was locked meanwhile: that one folds.
    await commit(statementsOf(await make()), fence);
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
