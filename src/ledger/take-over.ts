/**
 * The take-over of a lock whose run has ended without giving it back. It is the same for all stores: the lock is taken
 * away by the id of that run, as `ledger unlock` does, and then taken; of two that try, one is refused.
 */
import { LedgerError } from '../model/errors.ts';
import type { RunAbout } from '../model/ledger/journal.ts';
import type { MayTakeOver } from '../model/ledger/ledger-store.ts';
import type { ShardToLock } from '../model/ledger/shard.ts';
import type { Backend, BackendLock, ShardLock, ShardLocks } from './backend.ts';
import { unsafeError } from './ledger-error.ts';
import { exitCodes } from '../model/exit-codes.ts';

interface LockRequest {
  readonly mayTakeOver?: MayTakeOver | undefined;
  readonly shard?: ShardToLock | undefined;
}

interface LockTaken {
  readonly backendLock: BackendLock | ShardLock;
  /** The run that had the lock before and did not give it back. */
  readonly from?: RunAbout;
}

/**
 * Takes the lock, or that of a shard, also from runs whose process on this machine is gone, or that `mayTakeOver` says
 * have ended: several shards may be in the way, of the whole or of one with other inputs.
 */
export async function takeLedgerLock(
  backend: Backend,
  run: RunAbout,
  { mayTakeOver = () => Promise.resolve('unknown'), shard }: LockRequest = {},
): Promise<LockTaken> {
  const locks = shard && shardsOf(backend);
  const lock = (): Promise<BackendLock | ShardLock> =>
    shard === undefined || locks === undefined ? backend.lock(run) : locks.lock(run, shard);
  for (let from: RunAbout | undefined; ;) {
    try {
      const backendLock = await lock();
      return from === undefined ? { backendLock } : { backendLock, from };
    } catch (error) {
      if (!(error instanceof LedgerError) || error.exitCode !== exitCodes.unsafe) throw error;
      const holders = await (shard === undefined || locks === undefined
        ? backend.holders()
        : locks.holders(shard));
      const holder = holders.find((candidate) => candidate.isRunning === false) ?? holders[0];
      if (holder?.run === undefined || holder.run.id === from?.id) throw error;
      const verdict = holder.isRunning === false ? 'ended' : await mayTakeOver(holder);
      if (verdict === 'unknown') throw error;
      if (verdict !== 'ended') throw withReason(error, verdict.refused);
      if ((await backend.unlock(holder.run.id)) !== 'unlocked') throw error;
      from = holder.run;
    }
  }
}

/** The locks of shards. Commands refuse `--shard` before, with the name of the store. */
export function shardsOf({ shards, shown }: Backend): ShardLocks {
  if (shards !== undefined) return shards;
  throw unsafeError(
    `\`${shown('ledger.json')}\` has a single lock, and no shards`,
    'use the `postgres` ledger',
  );
}

function withReason(
  { exitCode, message, help = '', cause, holder }: LedgerError,
  reason: string,
): LedgerError {
  return new LedgerError(exitCode, message, { cause, holder, help: `${reason}; ${help}` });
}
