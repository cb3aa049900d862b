import type { Clock } from '../model/io.ts';

/** The status of a response with its `Retry-After`; undefined without a response. */
interface Refused {
  readonly status?: number | undefined;
  readonly retryAfter?: string | undefined;
}

type Now = Pick<Clock, 'now'>;

/** The wait in milliseconds in the `Retry-After` (seconds, or a date) of a 429 or 503; undefined if there is none. */
export function askedWaitMs({ status, retryAfter }: Refused, clock: Now): number | undefined {
  return status === 429 || status === 503 ? retryAfterMs(retryAfter, clock) : undefined;
}

/** The wait in milliseconds that a `Retry-After` asks for; undefined for any other text. */
export function retryAfterMs(value: string | undefined, clock: Now): number | undefined {
  if (value === undefined) return undefined;
  const asked = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - clock.now().getTime();
  return Number.isNaN(asked) ? undefined : Math.max(asked, 0);
}
