/** When a request is sent again; how often, and within which time, is up to its sender. */
import { longestWaitMs } from '../../text/waits/retry-limits.ts';
import type { Clock } from '../../model/io.ts';
import type { HttpResponse, HttpResult } from './exchange.ts';

interface Attempts<Result> {
  /** `attempt` counts from 1. */
  readonly send: (attempt: number) => Promise<Result>;
  /** The wait before the next attempt, in milliseconds; undefined if there is none. */
  readonly waitMs: (result: Result, attempt: number) => number | undefined;
  readonly sleep: (milliseconds: number, result: Result) => Promise<void>;
}

/** The last result, and the number of attempts. */
export interface LastAttempt<Result> {
  readonly result: Result;
  readonly attempts: number;
}

export async function sendAgain<Result>({
  send,
  waitMs,
  sleep,
}: Attempts<Result>): Promise<LastAttempt<Result>> {
  for (let attempt = 1; ; attempt++) {
    const result = await send(attempt);
    const wait = waitMs(result, attempt);
    if (wait === undefined) return { result, attempts: attempt };
    await sleep(wait, result);
  }
}

/** The failures without a response that are over soon. */
const passing: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_SOCKET',
]);

/**
 * Whether another attempt may go better. `isSafe`: the request may arrive twice. Any other is repeated only if it was
 * never sent, or after 429, which means that it was not carried out.
 */
export function maySendAgain(result: HttpResult, isSafe: boolean): boolean {
  const { status } = result;
  if (status === undefined) return passing.has(result.code) && (isSafe || result.wasSent === 'no');
  return status === 429 || (isSafe && (status >= 500 || status === 408));
}

type NowClock = Pick<Clock, 'now'>;

/** The wait in milliseconds in the `Retry-After` (seconds, or a date) of a 429 or 503; undefined if there is none. */
export function askedWaitMs(result: HttpResult, clock: NowClock): number | undefined {
  return result.status === 429 || result.status === 503 ? retryAfterMs(result.header, clock) : undefined;
}

/** The wait in milliseconds that `Retry-After` asks for; undefined without it, and for a text that says no time. */
export function retryAfterMs(header: HttpResponse['header'], clock: NowClock): number | undefined {
  const retryAfter = header('retry-after');
  if (retryAfter === undefined) return undefined;
  if (/^\d+$/.test(retryAfter)) return Math.min(Number(retryAfter) * 1000, Number.MAX_SAFE_INTEGER);
  // By the clock of the service, which may not be ours.
  const sent = Date.parse(header('date') ?? '');
  const asked = Date.parse(retryAfter) - (Number.isNaN(sent) ? clock.now().getTime() : sent);
  if (Number.isNaN(asked)) return undefined;
  // Both dates are whole seconds, so they can be up to a second further apart than what is meant.
  return asked > longestWaitMs && asked <= longestWaitMs + 1000 ? longestWaitMs : Math.max(asked, 0);
}
