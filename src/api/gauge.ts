/** Initial and maximum number of concurrent requests. */
export interface Room {
  readonly first: number;
  readonly most: number;
}

/** Adapts the number of concurrent requests. */
export interface Gauge {
  readonly limit: () => number;
  readonly wentWell: (tookMs: number) => void;
  readonly slowDown: () => void;
}

/** If a round is this much slower than the fastest one, more concurrent requests would only queue at the service. */
const slowerBy = 1.5;

/** The limit grows by one with each round of good responses that is not slower; a 429 or 503 halves it. */
export function gauge({ first, most }: Room): Gauge {
  let limit = first;
  let good = 0;
  let tookMs = 0;
  let fastestMs = Infinity;
  return {
    limit: () => limit,
    wentWell: (milliseconds) => {
      good++;
      tookMs += milliseconds;
      if (good < limit) return;
      const averageMs = tookMs / good;
      fastestMs = Math.min(fastestMs, averageMs);
      good = 0;
      tookMs = 0;
      if (averageMs <= fastestMs * slowerBy) limit = Math.min(most, limit + 1);
      else if (limit > first) limit--;
    },
    slowDown: () => {
      limit = Math.max(1, Math.floor(limit / 2));
      good = 0;
      tookMs = 0;
    },
  };
}
