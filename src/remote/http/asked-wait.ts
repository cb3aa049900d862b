import { longestWaitMs } from '../../domain/retry-limits.ts';
import type { Clock } from '../../model/io.ts';

/** The status of a response with its `Retry-After`; undefined without a response. */
interface WaitHeaders {
  readonly status?: number | undefined;
  readonly retryAfter?: string | undefined;
  readonly header?: (name: string) => string | undefined;
}

type NowClock = Pick<Clock, 'now'>;

/** The wait in milliseconds in the `Retry-After` (seconds, or a date) of a 429 or 503; undefined if there is none. */
export function askedWaitMs(
  { status, retryAfter, header }: WaitHeaders,
  clock: NowClock,
): number | undefined {
  return status === 429 || status === 503 ? retryAfterMs(retryAfter, clock, header?.('date')) : undefined;
}

/** The wait in milliseconds that a `Retry-After` asks for; undefined for any other text. `sentAt`: the `Date` header. */
export function retryAfterMs(
  value: string | undefined,
  clock: NowClock,
  sentAt?: string,
): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER);
  // By the clock of the service, which may not be ours.
  const sent = Date.parse(sentAt ?? '');
  const asked = Date.parse(value) - (Number.isNaN(sent) ? clock.now().getTime() : sent);
  if (Number.isNaN(asked)) return undefined;
  // Both dates are whole seconds, so they can be up to a second further apart than what is meant.
  return asked > longestWaitMs && asked <= longestWaitMs + 1000 ? longestWaitMs : Math.max(asked, 0);
}
