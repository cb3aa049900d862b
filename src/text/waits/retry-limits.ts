/** Attempts of one request and the waits between them, wherever it is repeated. */

/** The longest wait before a retry. If a service asks for more, the run ends and reports the time. */
export const longestWaitMs = 60_000;

/** A rate limit certainly passes, so it gets more attempts. */
const attemptsWhenLimited = 12;
const attempts = 4;

/** The maximum number of attempts, by the status of the last response. */
export function attemptsAfter(status: number | undefined): number {
  return status === 429 ? attemptsWhenLimited : attempts;
}

interface FailedAttempt {
  /** Counts from 1. */
  readonly attempt: number;
  /** The wait after the first attempt, in milliseconds. */
  readonly firstMs: number;
  /** The wait in milliseconds that the service asks for. It may ask for none at all, or for a time that is over. */
  readonly askedMs?: number | undefined;
  /** From 0 to 1, by chance: runs that failed together then do not come back together. */
  readonly share?: number | undefined;
  /** The longest wait that is not asked for, in milliseconds. */
  readonly longestMs?: number;
}

/** The wait before the next attempt, in milliseconds: as asked, otherwise twice as long after each attempt. */
export function retryWaitMs({
  attempt,
  firstMs,
  askedMs = 0,
  share,
  longestMs = longestWaitMs,
}: FailedAttempt): number {
  if (askedMs > 0) return askedMs + (share ?? 0) * 50;
  return Math.min(firstMs * 2 ** (attempt - 1) * (0.5 + (share ?? 1) / 2), longestMs);
}
