import type { KindName } from '../../kinds/kind.ts';
import type { LedgerEntry } from '../../model/ledger/ledger.ts';

/** How long after a write the API may not return the object yet, in milliseconds. */
const settlingMs: Readonly<Record<KindName, number>> = {
  endpoint: 60_000,
  'tls-edge': 600_000,
  'https-route': 60_000,
};

/** The seconds left of that time; 0 if it is over, or if the object was only adopted: the API returned it then. */
export function settlingSeconds(
  { kind, observed_at, applied }: Pick<LedgerEntry, 'kind' | 'observed_at' | 'applied'>,
  now: Date | undefined,
): number {
  if (now === undefined || applied === undefined) return 0;
  const age = now.getTime() - Date.parse(observed_at);
  // The clock may have been set back since.
  return Math.abs(age) < settlingMs[kind] ? Math.ceil((settlingMs[kind] - Math.max(age, 0)) / 1000) : 0;
}

/** How long a request without a response may still arrive, or its effect be missing from lists, in milliseconds. */
const arrivalMs = 60_000;

/** The time (RFC 3339) from which on a request that was sent at `since` cannot arrive any more. */
export function settlingEnd(since: string): string {
  return new Date(Date.parse(since) + arrivalMs).toISOString();
}

/**
 * The milliseconds, at most that time, in which a request that was sent at `since` (RFC 3339) may still arrive; 0
 * after.
 */
export function settlingLeft(since: string, now: Date): number {
  const left = Date.parse(since) + arrivalMs - now.getTime();
  return Math.min(Math.max(left, 0), arrivalMs);
}
