import { processIn, type RunProcess } from '../../text/system/run-process.ts';
import { isRunAbout } from '../shapes.ts';
import type { RunAbout } from '../../model/ledger/journal.ts';
import type { ShardInputs } from '../../model/ledger/shard.ts';
import type { Json } from '../../model/value.ts';
import { asciiJson } from '../../text/json/ascii-json.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import type { Statement, Rows } from './transaction.ts';

/** The key of a lease and of its texts. */
export interface LeaseKey {
  /** The lineage of the workspace. */
  readonly workspace: string;
  readonly environment: string;
  /** The number of a shard; empty for the lease of the whole, and for all texts. */
  readonly shard: string;
}

export interface Lease {
  /** As in its key. */
  readonly shard: string;
  /** In the lease of the whole, the number of times that it or a shard of it was taken. */
  readonly fence: bigint;
  /** The nonce of the holder; undefined if it is free. */
  readonly holder: string | undefined;
  /** The number of writes done under this lease, by all its holders. */
  readonly writes: bigint;
  /** The run that took it last. */
  readonly run: RunAbout | undefined;
  /** The process of that run; undefined before the first run. */
  readonly process: RunProcess | undefined;
  /** The inputs of that run; undefined for the whole, and for a run of another version. */
  readonly inputs: Partial<ShardInputs> | undefined;
  /** When that was, by the server's clock. */
  readonly since: string;
}

const ofEnvironment = 'workspace = $1 AND environment = $2';

export const ofLease = `${ofEnvironment} AND shard = $3`;

export function keyValues({ workspace, environment, shard }: LeaseKey): readonly string[] {
  return [workspace, environment, shard];
}

/** Reads the leases of the environment, those first that were taken first. */
export function readLeases({ workspace, environment }: LeaseKey): Statement {
  return {
    text: `SELECT shard, fence, holder, writes, run, to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
FROM edgewright.lease WHERE ${ofEnvironment} ORDER BY since NULLS FIRST, length(shard), shard`,
    values: [workspace, environment],
  };
}

/** The leases in the answer to `readLeases`. */
export function leasesIn(rows: Rows = []): readonly Lease[] {
  return rows.map(([shard, fence, holder, writes, run, since]) => ({
    shard: shard ?? '',
    fence: BigInt(fence ?? 0),
    holder: holder ?? undefined,
    writes: BigInt(writes ?? 0),
    ...runIn(run ?? ''),
    since: since ?? '',
  }));
}

/** The lease with this key in the answer to `readLeases`; undefined if there is none. */
export function leaseIn(rows: Rows | undefined, { shard }: LeaseKey): Lease | undefined {
  return leasesIn(rows).find((lease) => lease.shard === shard);
}

/** Every taking of a lease begins with these two statements, so that one waits for the other. */
export function lockWhole(whole: LeaseKey): readonly Statement[] {
  return [
    addLease(whole),
    { text: `SELECT FROM edgewright.lease WHERE ${ofLease} FOR UPDATE`, values: keyValues(whole) },
  ];
}

export function addLease(key: LeaseKey): Statement {
  return {
    text: 'INSERT INTO edgewright.lease (workspace, environment, shard) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    values: keyValues(key),
  };
}

/**
 * Takes the lease of the whole if it and those of all shards are free. The holder is a nonce, so doing this twice does
 * no harm. Who holds it is the last answer.
 */
export function takeLease(
  key: LeaseKey,
  holder: string,
  run: RunAbout & { readonly process: RunProcess },
): readonly Statement[] {
  return [
    ...lockWhole(key),
    {
      text: `UPDATE edgewright.lease SET fence = fence + 1, holder = $4, run = $5, since = now()
WHERE ${ofLease} AND holder IS NULL AND NOT EXISTS (
  SELECT FROM edgewright.lease WHERE ${ofEnvironment} AND holder IS NOT NULL
)`,
      values: [...keyValues(key), holder, asciiJson(run)],
    },
    readLeases(key),
  ];
}

/**
 * Ends a lease if this holder has it, which gives it back, or from whom it is revoked: that one writes nothing more.
 * Who holds it is the last answer.
 */
export function endLease(key: LeaseKey, holder: string, how: 'given back' | 'revoked'): readonly Statement[] {
  const fence = how === 'revoked' ? 'fence = fence + 1, ' : '';
  return [
    {
      text: `UPDATE edgewright.lease SET ${fence}holder = NULL WHERE ${ofLease} AND holder = $4`,
      values: [...keyValues(key), holder],
    },
    readLeases(key),
  ];
}

/** The condition of every statement of a write: its transaction counted it, so the lease is ours. */
export const isCounted = "current_setting('edgewright.is_counted', true) = '1'";

/**
 * The first statement of a write: locks the lease and counts the write, if the lease is ours and this very write was
 * not done before; with `fence`, only if no lease was taken since the whole had it. Answers whether it did, `1` or `0`,
 * and tells the other statements of the transaction.
 */
export function countWrite(
  key: LeaseKey,
  { holder, writes, fence }: { readonly holder: string; readonly writes: bigint; readonly fence?: bigint },
): Statement {
  return {
    text: `WITH counted AS (
  UPDATE edgewright.lease SET writes = writes + 1
  WHERE ${ofLease} AND holder = $4 AND writes = $5 AND ($6::bigint IS NULL OR EXISTS (
    SELECT FROM edgewright.lease WHERE ${ofEnvironment} AND shard = '' AND fence = $6
  )) RETURNING 1
) SELECT set_config('edgewright.is_counted', count(*)::text, true) FROM counted`,
    values: [...keyValues(key), holder, String(writes), fence === undefined ? null : String(fence)],
  };
}

function runIn(text: string): Pick<Lease, 'run' | 'process' | 'inputs'> {
  const none = { run: undefined, process: undefined, inputs: undefined };
  if (text === '') return none;
  const value = JSON.parse(text) as Json;
  if (!isJsonMap(value)) return none;
  const { process, inputs, ...run } = value;
  if (!isRunAbout(run)) return none;
  return {
    run,
    process: processIn(process),
    inputs: isJsonMap(inputs) ? inputs : undefined,
  };
}
