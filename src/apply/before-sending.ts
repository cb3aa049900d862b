import type { ApplyRun } from './apply-run.ts';
import type { Intent } from '../model/ledger/journal.ts';
import type { BeforeSending } from '../model/api.ts';

/** How long after the time in its intent a request may be sent for the first time without another record. */
const freshMs = 5_000;

/**
 * Checks the lock before each sending by a record in the journal, which fails if the lock is not ours any more. The
 * intent itself covers a first request that follows it at once. A request that waits (for a rate limit, or because the
 * process was stopped) is recorded again: if its outcome is unknown, that dates from then.
 */
export function beforeSending(
  { env, recorder }: ApplyRun,
  { op, at }: Pick<Intent, 'op' | 'at'>,
): BeforeSending {
  let isFirst = true;
  return async () => {
    const now = env.clock.now();
    const isCovered = isFirst && Math.abs(now.getTime() - Date.parse(at)) < freshMs;
    isFirst = false;
    if (!isCovered) await recorder.record({ type: 'sending', op, at: now.toISOString() });
  };
}
