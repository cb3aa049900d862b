import type { WriteApi } from '../../model/api.ts';
import type { Io } from '../../model/io.ts';
import type { Connection } from '../../session/api/connect.ts';
import type { ApplyOptions } from './apply-options.ts';
import { pastLiveRun } from './auto/past-live-run.ts';
import { refuseClosed } from './window/closed-now.ts';
import { withLockedApi, type LockedApi, type ToLock } from './with-locked-api.ts';
import { withNotification } from './with-notification.ts';

/**
 * An apply of any form: under the lock, with a connection that can write; the webhooks are told once both are given
 * back. `work` gets the Io that they are told by.
 */
export async function lockedApply(
  io: Io,
  toLock: ToLock<Connection<WriteApi>>,
  asked: ApplyOptions,
  work: (told: Io, locked: LockedApi<Connection<WriteApi>>) => Promise<number>,
): Promise<number> {
  const options = refuseClosed(io, toLock, asked);
  return withNotification(io, toLock, options, (told) =>
    pastLiveRun(told, toLock, options, () =>
      withLockedApi(told, toLock, options, (locked) => work(told, locked)),
    ),
  );
}
