/** Requests at once: to begin with, and at most. */
export interface Room {
  readonly first: number;
  readonly most: number;
}

/** How many requests may be under way at once. */
export interface Gauge {
  readonly limit: () => number;
  readonly wentWell: (tookMs: number) => void;
  readonly slowDown: () => void;
}

/** Answers that take so much longer than the fastest round did say that more at once would only wait over there. */
const slowerBy = 1.5;

/** Grows by one with each round of good answers that did not take longer for it; a complaint halves it. */
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
