import { attemptsAfter, longestWaitMs } from '../../domain/retry-limits.ts';
import type { Env } from '../../model/io.ts';
import { askedWaitMs } from '../http/asked-wait.ts';
import type { HttpResult } from '../http/exchange.ts';

/** The failures after which a request may be repeated automatically. */
export type RetryPolicy =
  /** GET: after any temporary failure. */
  | 'read'
  /** POST: only if it was never sent, or after 429, which means that it was not carried out. */
  | 'create'
  /** PATCH, DELETE: apply reads the object first. */
  | 'never';

const firstWaitMs = 200;

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

/** The wait before the next attempt, or undefined to give up. `attempt` counts from 1. */
export function waitBeforeRetry(
  policy: RetryPolicy,
  exchanged: HttpResult,
  attempt: number,
  { clock, random }: Env,
): number | undefined {
  if (policy === 'never' || attempt >= attemptsAfter(exchanged.status)) return undefined;
  if (exchanged.status !== 429 && !mayPass(policy, exchanged)) return undefined;
  const spread = (random(1)[0] ?? 0) / 255;
  const asked = askedWaitMs(exchanged, clock);
  if (asked !== undefined && asked > longestWaitMs) return undefined;
  const own = Math.min(firstWaitMs * 2 ** (attempt - 1) * (0.5 + spread / 2), longestWaitMs);
  // A service may ask for no wait at all, or for a time that is over by our clock.
  return asked === undefined || asked === 0 ? own : asked + spread * 50;
}

function mayPass(policy: 'read' | 'create', exchanged: HttpResult): boolean {
  if (exchanged.status === undefined) {
    return passing.has(exchanged.code) && (policy === 'read' || exchanged.wasSent === 'no');
  }
  return policy === 'read' && (exchanged.status >= 500 || exchanged.status === 408);
}
