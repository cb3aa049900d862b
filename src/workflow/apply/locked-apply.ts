import type { WriteApi } from '../../model/api.ts';
import type { Io } from '../../model/io.ts';
import type { ShardToLock } from '../../model/ledger/shard.ts';
import type { Connection } from '../../session/api/connect.ts';
import type { ApplyOptions } from './apply-options.ts';
import { pastLiveRun } from './auto/past-live-run.ts';
import { refuseClosed } from './window/closed-now.ts';
import { withLockedApi, type LockedApi, type ToLock } from './with-locked-api.ts';
import { withNotification } from './with-notification.ts';

interface ToApply extends Omit<ToLock<Connection<WriteApi>>, 'shard'> {
  /** The shard that alone is locked. Called after what would refuse any apply; throws if the API is not set. */
  readonly shardToLock?: () => ShardToLock | undefined;
}

/**
 * An apply of any form: under the lock, with a connection that can write; the webhooks are told once both are given
 * back. `work` gets the Io that they are told by.
 */
export async function lockedApply(
  io: Io,
  { shardToLock, ...toApply }: ToApply,
  asked: ApplyOptions,
  work: (told: Io, locked: LockedApi<Connection<WriteApi>>) => Promise<number>,
): Promise<number> {
  const options = refuseClosed(io, toApply, asked);
  return withNotification(io, toApply, options, (told) => {
    const toLock = { ...toApply, shard: shardToLock?.() };
    return pastLiveRun(told, toLock, options, () =>
      withLockedApi(told, toLock, options, (locked) => work(told, locked)),
    );
  });
}
