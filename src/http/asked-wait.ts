import type { Clock } from '../model/io.ts';
import type { Exchanged } from './exchange.ts';

/** The wait in milliseconds in the `Retry-After` (seconds, or a date) of a 429 or 503; undefined if there is none. */
export function askedWaitMs(exchanged: Exchanged, clock: Clock): number | undefined {
  if (exchanged.status !== 429 && exchanged.status !== 503) return undefined;
  const { retryAfter: value } = exchanged;
  if (value === undefined) return undefined;
  const asked = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - clock.now().getTime();
  return Number.isNaN(asked) ? undefined : Math.max(asked, 0);
}
