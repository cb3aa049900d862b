import type { RunAbout } from '../../model/journal/journal.ts';
import type { Json } from '../../model/value.ts';
import { isJsonMap } from '../../text/json-access.ts';
import { processIn, type RunProcess } from '../run-process.ts';
import type { Rows, Statement } from './batch.ts';

/** The key of a lease and of its texts. */
export interface LeaseKey {
  /** The lineage of the workspace. */
  readonly workspace: string;
  readonly environment: string;
  readonly shard: string;
}

/** A lease as it is stored. */
export interface Lease {
  /** The nonce of the holder; undefined if it is free. */
  readonly holder: string | undefined;
  /** The number of writes done under this lease, by all its holders. */
  readonly writes: bigint;
  /** The run that took it last. */
  readonly run: RunAbout | undefined;
  /** The process of that run; undefined before the first run. */
  readonly process: RunProcess | undefined;
  /** When that was, by the server's clock. */
  readonly since: string;
}

export const ofLease = 'workspace = $1 AND environment = $2 AND shard = $3';

export function keyValues({ workspace, environment, shard }: LeaseKey): readonly string[] {
  return [workspace, environment, shard];
}

export function readLease(key: LeaseKey): Statement {
  return {
    text: `SELECT holder, writes, run, to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
FROM edgewright.lease WHERE ${ofLease}`,
    values: keyValues(key),
  };
}

/** The lease in the answer to `readLease`; undefined if there is none. */
export function leaseIn([row]: Rows = []): Lease | undefined {
  if (row === undefined) return undefined;
  const [holder, writes, run, since] = row;
  return {
    holder: holder ?? undefined,
    writes: BigInt(writes ?? 0),
    ...runIn(run ?? ''),
    since: since ?? '',
  };
}

/**
 * Takes the lease if it is free. The holder is a nonce, so doing this twice does no harm. Who holds it is the last
 * answer.
 */
export function takeLease(
  key: LeaseKey,
  holder: string,
  run: RunAbout & { readonly process: RunProcess },
): readonly Statement[] {
  return [
    {
      text: 'INSERT INTO edgewright.lease (workspace, environment, shard) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      values: keyValues(key),
    },
    {
      text: `UPDATE edgewright.lease SET fence = fence + 1, holder = $4, run = $5, since = now()
WHERE ${ofLease} AND holder IS NULL`,
      values: [...keyValues(key), holder, asciiJson(run)],
    },
    readLease(key),
  ];
}

/** Ends a lease if this holder has it. Who holds it is the last answer. */
export function giveBackLease(key: LeaseKey, holder: string): readonly Statement[] {
  return [
    {
      text: `UPDATE edgewright.lease SET holder = NULL WHERE ${ofLease} AND holder = $4`,
      values: [...keyValues(key), holder],
    },
    readLease(key),
  ];
}

/** Takes a lease away from this holder, which writes nothing more. Who holds it is the last answer. */
export function revokeLease(key: LeaseKey, holder: string): readonly Statement[] {
  return [
    {
      text: `UPDATE edgewright.lease SET fence = fence + 1, holder = NULL WHERE ${ofLease} AND holder = $4`,
      values: [...keyValues(key), holder],
    },
    readLease(key),
  ];
}

/**
 * Locks the row and counts the write, or fails with `division_by_zero`, which undoes the batch: the lease is not ours, or
 * this very write was done before.
 */
export function countWrite(key: LeaseKey, holder: string, writes: bigint): Statement {
  return {
    text: `WITH ours AS (
  UPDATE edgewright.lease SET writes = writes + 1 WHERE ${ofLease} AND holder = $4 AND writes = $5 RETURNING 1
) SELECT 1 / count(*) FROM ours`,
    values: [...keyValues(key), holder, String(writes)],
  };
}

/** In ASCII, since the database may have an encoding without all characters. */
function asciiJson(run: object): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(run).replaceAll(/[\u0080-\uffff]/g, escaped);
}

function runIn(text: string): Pick<Lease, 'run' | 'process'> {
  const none = { run: undefined, process: undefined };
  if (text === '') return none;
  const value = JSON.parse(text) as Json;
  if (!isJsonMap(value) || (value['ci'] !== undefined && !isJsonMap(value['ci']))) return none;
  const isRun = ['id', 'at', 'verb', 'host'].every((name) => typeof value[name] === 'string');
  if (!isRun) return none;
  const { process, ...run } = value;
  return { run: run as unknown as RunAbout, process: processIn(process) };
}
