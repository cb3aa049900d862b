import type { Clock, Env } from '../model/io.ts';
import type { Exchanged } from './exchange.ts';

/** Which failures a request may be repeated after, without anybody looking. */
export type RetryPolicy =
  /** GET: after anything that may pass. */
  | 'read'
  /** POST: only what was never sent, and 429, which says that it was not carried out (APPLY.md, section 3). */
  | 'create'
  /** PATCH, DELETE: apply looks first. */
  | 'never';

const attempts = 4;
/** A rate limit passes for certain, so it is waited for longer. */
const attemptsWhenLimited = 12;
const firstWaitMs = 200;
const longestWaitMs = 60_000;

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

/** How long to wait before the next attempt, or undefined to give up. `attempt` counts from 1. */
export function waitBeforeRetry(
  policy: RetryPolicy,
  exchanged: Exchanged,
  attempt: number,
  { clock, random }: Env,
): number | undefined {
  if (policy === 'never') return undefined;
  const isLimited = exchanged.status === 429;
  if (attempt >= (isLimited ? attemptsWhenLimited : attempts)) return undefined;
  if (!isLimited && !mayPass(policy, exchanged)) return undefined;
  const spread = (random(1)[0] ?? 0) / 255;
  const backoff = firstWaitMs * 2 ** (attempt - 1) * (0.5 + spread / 2);
  if (!isLimited) return backoff;
  const asked = retryAfterMs(exchanged.retryAfter, clock);
  return asked === undefined ? Math.min(backoff, longestWaitMs) : asked + spread * 50;
}

function mayPass(policy: 'read' | 'create', exchanged: Exchanged): boolean {
  if (exchanged.status === undefined) {
    return passing.has(exchanged.code) && (policy === 'read' || exchanged.wasSent === 'no');
  }
  return policy === 'read' && (exchanged.status >= 500 || exchanged.status === 408);
}

/** What `Retry-After` asks for (seconds, or a date), at most 60 s; undefined where it asks for nothing we understand. */
export function retryAfterMs(value: string | undefined, clock: Clock): number | undefined {
  if (value === undefined) return undefined;
  const asked = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - clock.now().getTime();
  return Number.isNaN(asked) ? undefined : Math.min(Math.max(asked, 0), longestWaitMs);
}
