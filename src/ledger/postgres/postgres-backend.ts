import { drawNonce } from '../../derive/forms/marker.ts';
import { isRunning, type ProcessHost, type RunProcess, thisProcess } from '../../text/system/run-process.ts';
import type { Env } from '../../model/io.ts';
import type { RunAbout } from '../../model/ledger/journal.ts';
import type { LedgerHolder, UnlockResult } from '../../model/ledger/ledger-store.ts';
import type { ShardToLock } from '../../model/ledger/shard.ts';
import type { Backend, ShardLock } from '../backend.ts';
import { unsafeError } from '../ledger-error.ts';
import { type Lease, endLease, leaseIn, type LeaseKey, leasesIn, readLeases, takeLease } from './lease.ts';
import { type PostgresDatabase, postgresDatabase } from './postgres-database.ts';
import { postgresError } from './postgres-error.ts';
import { hasOtherInputs, postgresLock, takeShard } from './postgres-lock.ts';
import type { PostgresTarget } from './postgres-target.ts';
import { leaseHeld, type LeasePlace, leaseRunId, otherCount, otherInputs } from './shard-words.ts';
import { bytesOf, selectEnvironments, selectNames, selectText } from './text-statements.ts';
import { hasSchema, ensureSchema } from './postgres-schema.ts';

/**
 * Ledgers in a PostgreSQL database, for many machines at once. All that a run needs of it fits into single
 * transactions: there is no session state, so a pooler may be in between and any connection may break.
 */

export interface PostgresBackendOptions {
  readonly target: PostgresTarget;
  /** The lineage of the workspace: one database can hold the ledgers of many. */
  readonly workspace: string;
  readonly host: ProcessHost;
  readonly env: Env;
  /** Flags appended to each printed command that name this workspace and API. */
  readonly placeFlags?: string;
  /** Called once with the reason, as a clause, when a server that went away is waited for. */
  readonly onWait?: (words: string) => void;
  /** Once aborted, a server that went away is not waited for. */
  readonly urgent?: AbortSignal;
  /** How long one statement may take, in milliseconds. Default 30,000. */
  readonly statementTimeout?: number;
}

export interface PostgresBackends {
  /** The backend of an environment. All share one connection, which the first use of one opens. */
  readonly backend: (environment: string) => Backend;
  /** Closes the connection. An open one does not keep the process running. */
  readonly close: () => Promise<void>;
}

interface LeaseConnection {
  readonly database: PostgresDatabase;
  /** The lease of the whole, and the key of the texts. */
  readonly key: LeaseKey;
  readonly place: LeasePlace;
}

export function postgresBackends(options: PostgresBackendOptions): PostgresBackends {
  const { target, workspace, env, placeFlags = '' } = options;
  const { onWait, urgent, statementTimeout } = options;
  const database = postgresDatabase({ target, clock: env.clock, onWait, urgent, statementTimeout });
  return {
    backend: (environment) => {
      const key = { workspace, environment, shard: '' };
      const unlockCommand = (id: string): string =>
        `edgewright ledger unlock ${id} --env ${environment}${placeFlags}`;
      const shardsCommand = (count: number): string =>
        `edgewright ledger shards ${count} --env ${environment}${placeFlags}`;
      return backendOf({ database, key, place: { environment, unlockCommand, shardsCommand } }, options);
    },
    close: database.close,
  };
}

function backendOf(opened: LeaseConnection, { env, host }: PostgresBackendOptions): Backend {
  const { database, key, place } = opened;
  let isThere = false;
  /** A database without tables holds no text. */
  const isReadable = async (): Promise<boolean> => (isThere ||= await hasSchema(database));
  const attempt = async <Result>(verb: 'read' | 'lock', task: () => Promise<Result>): Promise<Result> => {
    try {
      return await task();
    } catch (error) {
      throw postgresError(database.target, verb, error);
    }
  };
  return {
    shown: (name) => `postgres:${key.environment}/${name}`,
    list: (folder) =>
      attempt('read', async () => {
        if (!(await isReadable())) return [];
        const [rows = []] = await database.run([selectNames(key, folder)]);
        const names = rows.map(([name]) => name ?? '');
        return names.filter((name) => !name.includes('/')).sort();
      }),
    read: (name) =>
      attempt('read', async () => {
        if (!(await isReadable())) return undefined;
        const [rows = []] = await database.run([selectText(key, name)]);
        if (rows.length === 0) return undefined;
        return Buffer.concat(rows.map(([part]) => bytesOf(part ?? ''))).toString();
      }),
    lock: (run) =>
      attempt('lock', async () => {
        const mine = await beginning(opened, { env, host }, run);
        const leases = leasesIn((await database.run(takeLease(key, mine.holder, mine.run))).at(-1));
        const lease = leases.find(({ shard }) => shard === key.shard);
        if (lease?.holder !== mine.holder) throw notTaken(place, leases);
        const { write, reserve, release } = postgresLock({
          ...opened,
          ...mine,
          whole: key,
          writes: lease.writes,
        });
        return { write, reserve, release };
      }),
    unlock: (id) => attempt('lock', () => unlock(opened, id)),
    environments: () =>
      attempt('read', async () => {
        if (!(await isReadable())) return [];
        const [rows = []] = await database.run([selectEnvironments(key)]);
        return rows.map(([name]) => name ?? '');
      }),
    holders: () => attempt('read', async () => ((await isReadable()) ? holdersOf(opened, host) : [])),
    canWrite: () =>
      attempt('read', async () => {
        if (!(await isReadable())) return undefined;
        const [[row] = []] = await database.run([selectPrivilege]);
        return row?.[0] === 'true';
      }),
    shards: {
      lock: (run, shard) =>
        attempt('lock', async () => lockShard(opened, shard, await beginning(opened, { env, host }, run))),
      holders: (shard) =>
        attempt('read', async () => ((await isReadable()) ? holdersOf(opened, host, shard) : [])),
    },
  };
}

/** Also the owner of a table, and a member of a role that may, can write. */
const selectPrivilege = {
  text: `SELECT bool_or(has_table_privilege(oid, 'INSERT, UPDATE, DELETE, TRUNCATE'))::text FROM pg_class
WHERE relnamespace = 'edgewright'::regnamespace AND relkind = 'r'`,
};

/** The start of taking a lease: a nonce of its own, and the run with its process. */
interface Mine {
  readonly holder: string;
  readonly run: RunAbout & { readonly process: RunProcess };
}

async function beginning(
  { database }: LeaseConnection,
  { env, host }: Pick<PostgresBackendOptions, 'env' | 'host'>,
  run: RunAbout,
): Promise<Mine> {
  await ensureSchema(database);
  const holder = drawNonce(env);
  return { holder, run: { ...run, host: host.host, process: await thisProcess(host) } };
}

async function lockShard(opened: LeaseConnection, shard: ShardToLock, mine: Mine): Promise<ShardLock> {
  const { database, key: whole, place } = opened;
  const key = { ...whole, shard: String(shard.number) };
  const [rows, count = []] = (await database.run(takeShard(whole, shard, mine))).slice(-2);
  const leases = leasesIn(rows);
  const lease = leases.find((candidate) => candidate.shard === key.shard);
  if (lease?.holder === mine.holder)
    return postgresLock({ ...opened, ...mine, whole, key, writes: lease.writes });
  const stored = bytesOf(count[0]?.[0] ?? '').toString();
  if (stored !== '' && stored !== String(shard.of)) throw otherCount(place, stored, shard);
  throw notTaken(place, leases, shard);
}

/** The error for a lease that was not taken: others are in the way, or row-level security hides ours. */
function notTaken(place: LeasePlace, leases: readonly Lease[], shard?: ShardToLock): Error {
  const taken = leases.filter(isInTheWay(shard));
  const [first] = taken;
  if (first === undefined)
    return unsafeError(
      'the lease of this ledger cannot be read back',
      'row-level security may hide it: let this role see `edgewright.lease`',
    );
  return shard === undefined || isAlwaysInTheWay(first, shard)
    ? leaseHeld(place, first)
    : otherInputs(
        place,
        taken.filter((lease) => !isAlwaysInTheWay(lease, shard)),
        shard,
      );
}

/** Whether a lease is held and keeps the whole, or this shard, from being taken. */
function isInTheWay(shard: ShardToLock | undefined): (lease: Lease) => boolean {
  return (lease) =>
    lease.holder !== undefined &&
    (shard === undefined || isAlwaysInTheWay(lease, shard) || hasOtherInputs(lease, shard));
}

function isAlwaysInTheWay({ shard }: Lease, { number }: ShardToLock): boolean {
  return shard === '' || shard === String(number);
}

async function holdersOf(
  { database, key }: LeaseConnection,
  here: ProcessHost,
  shard?: ShardToLock,
): Promise<readonly LedgerHolder[]> {
  const leases = leasesIn((await database.run([readLeases(key)]))[0]).filter(isInTheWay(shard));
  return Promise.all(
    leases.map(async (lease) => {
      const { run, process, since } = lease;
      const hasOtherInputs = shard !== undefined && !isAlwaysInTheWay(lease, shard);
      if (run === undefined) return { run, hasOtherInputs };
      const its = process && { ...process, host: run.host };
      // As the lock's refusal: by the server's clock.
      return { run: { ...run, at: since }, isRunning: its && (await isRunning(its, here)), hasOtherInputs };
    }),
  );
}

/** Takes the lease away from the run with this id, which can write nothing more. */
async function unlock({ database, key: whole, place }: LeaseConnection, id: string): Promise<UnlockResult> {
  if (!(await hasSchema(database))) return 'not-locked';
  const leases = leasesIn((await database.run([readLeases(whole)]))[0]);
  const taken = leases.filter(({ holder }) => holder !== undefined);
  const lease = taken.find(({ run }) => leaseRunId(run) === id) ?? taken[0];
  if (lease?.holder === undefined) return 'not-locked';
  if (id !== leaseRunId(lease.run)) {
    if (lease.run === undefined) throw leaseHeld(place, lease);
    return { other: lease.run };
  }
  const key = { ...whole, shard: lease.shard };
  const after = leaseIn((await database.run(endLease(key, lease.holder, 'revoked'))).at(-1), key);
  // Another run took the lease in this moment.
  if (after?.holder !== undefined) throw leaseHeld(place, after);
  return 'unlocked';
}
