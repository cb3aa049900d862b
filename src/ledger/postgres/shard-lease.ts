/**
 * The leases of shards. Each taking waits for the lease of the whole, so of two at the same time one sees the other. The
 * number of shards is a text, which the first taking of one writes.
 *
 * All that run at one time must agree on the division of the objects among them. So each lease says what its run applies,
 * and none is taken beside one that applies something else; and the first of them stores the division, which stays until
 * a shard is taken while no other is. Only leases that are held now count: a run that has ended left nothing to agree
 * with, and the lease of one that died is taken over like any other.
 */
import type { RunAbout } from '../../model/journal/journal.ts';
import type { ShardToLock } from '../../model/ledger/shard.ts';
import { shardCount } from '../backend.ts';
import type { RunProcess } from '../run-process.ts';
import type { Statement } from './batch.ts';
import {
  addLease,
  asciiJson,
  isCounted,
  keyValues,
  lockWhole,
  ofLease,
  readLeases,
  type Lease,
  type LeaseKey,
} from './lease.ts';
import { selectText } from './text-statements.ts';

export const divisionText = 'division.json';

const isFree = `EXISTS (
  SELECT FROM edgewright.lease WHERE workspace = $1 AND environment = $2 AND shard = '' AND holder IS NULL
)`;
const held = `SELECT FROM edgewright.lease
  WHERE workspace = $1 AND environment = $2 AND shard <> '' AND shard <> $3 AND holder IS NOT NULL`;
const isOurs = `EXISTS (SELECT FROM edgewright.lease WHERE ${ofLease} AND holder = $4)`;

/**
 * Takes the lease of a shard if it and that of the whole are free, if the other shards that are held have the same
 * inputs, and if there are so many shards. The holder is a nonce, so doing this twice does no harm. The last answers are
 * the leases and the number of shards.
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
) AND NOT EXISTS (${held} AND run ->> 'inputs' IS DISTINCT FROM $8)`,
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
WHERE workspace = $1 AND environment = $2 AND shard = '' AND name = $5 AND ${isOurs} AND NOT EXISTS (${held})`,
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
export function keepDivision(whole: LeaseKey, text: string): Statement {
  return {
    text: `INSERT INTO edgewright.texts (workspace, environment, shard, name, part, bytes)
SELECT $1, $2, $3, $4, 1, $5::bytea WHERE ${isCounted} ON CONFLICT DO NOTHING`,
    values: [...keyValues(whole), divisionText, Buffer.from(text)],
  };
}
