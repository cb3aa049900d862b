import { asciiJson } from '../../text/json/ascii-json.ts';
import { shardCount, type ShardLock, type Write } from '../backend.ts';
import { unsafeError } from '../ledger-error.ts';
import {
  addLease,
  countWrite,
  endLease,
  isCounted,
  keyValues,
  leaseIn,
  leasesIn,
  lockWhole,
  ofLease,
  readLeases,
  type Lease,
  type LeaseKey,
} from './lease.ts';
import type { PostgresDatabase } from './postgres-database.ts';
import { postgresError } from './postgres-error.ts';
import type { LeasePlace } from './shard-words.ts';
import { bytesOf, selectText, writeStatements } from './text-statements.ts';
import type { RunProcess } from '../../text/system/run-process.ts';
import type { LedgerError } from '../../model/errors.ts';
import type { RunAbout } from '../../model/ledger/journal.ts';
import type { ShardToLock } from '../../model/ledger/shard.ts';
import { taskQueue } from '../../text/waits/task-queue.ts';
import { lockRemoved, notReleased } from '../lock-error.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import type { Rows, Statement } from './transaction.ts';

const divisionText = 'division.json';

const isFree = `EXISTS (
  SELECT FROM edgewright.lease WHERE workspace = $1 AND environment = $2 AND shard = '' AND holder IS NULL
)`;

const isOtherTaken = `SELECT FROM edgewright.lease
  WHERE workspace = $1 AND environment = $2 AND shard <> '' AND shard <> $3 AND holder IS NOT NULL`;

const isOurs = `EXISTS (SELECT FROM edgewright.lease WHERE ${ofLease} AND holder = $4)`;

export interface LeaseClaim {
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
}: LeaseClaim): ShardLock {
  let done = before;
  let failure: LedgerError | undefined;

  const statementsOf = (writes: readonly Write[]): readonly Statement[] =>
    writes.flatMap((write) => writeStatements(whole, write));

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
      await database.run(
        endLease(key, holder, 'given back'),
        withoutUndefined({ seconds: failure === undefined ? undefined : 5 }),
      );
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
    // Not done if another shard was locked meanwhile: that one compacts.
    await commit(statementsOf(await make()), fence);
  };

  const inTurn = taskQueue();
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

/**
 * Takes the lease of a shard if it and that of the whole are free, if the other shards that are held have the same
 * inputs, and if there are so many shards, a number which the first taking of one writes. Each taking waits for the
 * lease of the whole, so of two at the same time one sees the other. The holder is a nonce, so doing this twice does no
 * harm. The last answers are the leases and the number of shards.
 *
 * All that run at one time must agree on the division of the objects among them. So each lease says what its run
 * applies, and none is taken beside one that applies something else; and the first of them stores the division, which
 * stays until a shard is taken while no other is. Only leases that are held now count: a run that has ended left
 * nothing to agree with, and the lease of one that died is taken over like any other.
 */
export function takeShard(
  whole: LeaseKey,
  { number, of, inputs }: ShardToLock,
  { holder, run }: { readonly holder: string; readonly run: RunAbout & { readonly process: RunProcess } },
): readonly Statement[] {
  const key = { ...whole, shard: String(number) };
  const count = Buffer.from(String(of));
  const [workspace, environment] = keyValues(whole) as readonly [string, string];
  return [
    ...lockWhole(whole),
    addLease(key),
    {
      text: `INSERT INTO edgewright.texts (workspace, environment, shard, name, part, bytes)
SELECT workspace, environment, '', $3, 1, $4::bytea FROM edgewright.lease
WHERE workspace = $1 AND environment = $2 AND shard = '' AND holder IS NULL ON CONFLICT DO NOTHING`,
      values: [workspace, environment, shardCount, count],
    },
    {
      text: `UPDATE edgewright.lease SET fence = fence + 1, holder = $4, run = $5, since = now()
WHERE ${ofLease} AND holder IS NULL AND ${isFree} AND EXISTS (
  SELECT FROM edgewright.texts WHERE workspace = $1 AND environment = $2 AND shard = '' AND name = $6 AND bytes = $7
) AND NOT EXISTS (${isOtherTaken} AND run ->> 'inputs' IS DISTINCT FROM $8)`,
      values: [
        ...keyValues(key),
        holder,
        asciiJson({ ...run, inputs }),
        ...[shardCount, count, JSON.stringify(inputs)],
      ],
    },
    {
      text: `UPDATE edgewright.lease SET fence = fence + 1
WHERE workspace = $1 AND environment = $2 AND shard = '' AND ${isOurs}`,
      values: [...keyValues(key), holder],
    },
    {
      text: `DELETE FROM edgewright.texts
WHERE workspace = $1 AND environment = $2 AND shard = '' AND name = $5 AND ${isOurs} AND NOT EXISTS (${isOtherTaken})`,
      values: [...keyValues(key), holder, divisionText],
    },
    readLeases(whole),
    selectText(whole, shardCount),
  ];
}

/** Whether a run applies something else, as the statement that takes a lease compares it. */
export function hasOtherInputs(lease: Pick<Lease, 'inputs'>, { inputs }: ShardToLock): boolean {
  return JSON.stringify(lease.inputs) !== JSON.stringify(inputs);
}

/** Keeps the division that is stored, or stores this one. */
function keepDivision(whole: LeaseKey, text: string): Statement {
  return {
    text: `INSERT INTO edgewright.texts (workspace, environment, shard, name, part, bytes)
SELECT $1, $2, $3, $4, 1, $5::bytea WHERE ${isCounted} ON CONFLICT DO NOTHING`,
    values: [...keyValues(whole), divisionText, Buffer.from(text)],
  };
}
