/**
 * Ledgers in a PostgreSQL database, for many machines at once. All that a run needs of it fits into single
 * transactions: there is no session state, so a pooler may stand in between and any connection may break.
 */
import type { Env } from '../../model/io.ts';
import type { LedgerHolder, Unlocked } from '../../model/ledger-store.ts';
import type { Backend } from '../backend.ts';
import type { LedgerHost } from '../file/ledger-host.ts';
import { unsafeError } from '../ledger-error.ts';
import { isRunning, thisProcess } from '../run-process.ts';
import { leaseHeld, leaseRunId, type LeasePlace } from './holder-words.ts';
import { leaseIn, readLease, revokeLease, takeLease, type LeaseKey } from './lease.ts';
import { postgresDatabase, type PostgresDatabase } from './postgres-database.ts';
import { postgresError } from './postgres-error.ts';
import { postgresLock } from './postgres-lock.ts';
import { ensureSchema, hasSchema } from './postgres-schema.ts';
import type { PostgresTarget } from './postgres-target.ts';
import { bytesOf, selectNames, selectText } from './text-statements.ts';

export interface PostgresBackendOptions {
  readonly target: PostgresTarget;
  /** The lineage of the workspace: one database can hold the ledgers of many. */
  readonly workspace: string;
  readonly host: LedgerHost;
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

interface Opened {
  readonly database: PostgresDatabase;
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
      return backendOf({ database, key, place: { environment, unlockCommand } }, options);
    },
    close: database.close,
  };
}

function backendOf(opened: Opened, { env, host }: PostgresBackendOptions): Backend {
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
        await ensureSchema(database);
        const holder = Buffer.from(env.random(16)).toString('hex');
        const about = { ...run, host: host.host };
        const taking = takeLease(key, holder, { ...about, process: await thisProcess(host) });
        const lease = leaseIn((await database.run(taking)).at(-1));
        if (lease === undefined) throw hiddenLease();
        if (lease.holder !== holder) throw leaseHeld(place, lease);
        return postgresLock({ database, place, key, holder, run: about, writes: lease.writes });
      }),
    unlock: (id) => attempt('lock', () => unlock(opened, id)),
    holder: () => attempt('read', async () => ((await isReadable()) ? holderOf(opened, host) : undefined)),
  };
}

async function holderOf({ database, key }: Opened, here: LedgerHost): Promise<LedgerHolder | undefined> {
  const lease = leaseIn((await database.run([readLease(key)]))[0]);
  if (lease?.holder === undefined) return undefined;
  const { run, process, since } = lease;
  if (run === undefined) return { run };
  const its = process && { ...process, host: run.host };
  // As the lock's refusal: by the server's clock.
  return { run: { ...run, at: since }, isRunning: its && (await isRunning(its, here)) };
}

/** Takes the lease away from the run with this id, which can write nothing more. */
async function unlock({ database, key, place }: Opened, id: string): Promise<Unlocked> {
  if (!(await hasSchema(database))) return 'not-locked';
  const lease = leaseIn((await database.run([readLease(key)]))[0]);
  if (lease?.holder === undefined) return 'not-locked';
  if (id !== leaseRunId(lease.run)) {
    if (lease.run === undefined) throw leaseHeld(place, lease);
    return { other: lease.run };
  }
  const after = leaseIn((await database.run(revokeLease(key, lease.holder))).at(-1));
  // Another run took the lease in this moment.
  if (after?.holder !== undefined) throw leaseHeld(place, after);
  return 'unlocked';
}

function hiddenLease(): Error {
  return unsafeError(
    'the lease of this ledger cannot be read back',
    'row-level security may hide it: let this role see `edgewright.lease`',
  );
}
