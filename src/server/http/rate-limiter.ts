/** A limit of requests in a window, which starts with the first request after the end of the previous window. */
export interface RateLimit {
  readonly requests: number;
  readonly windowMs: number;
}

/** Counts one request; returns the whole seconds to wait if it exceeds the limit. */
export function rateLimiter(
  { requests, windowMs }: RateLimit,
  clock: () => number,
): () => number | undefined {
  let start = -Infinity;
  let taken = 0;
  return () => {
    const now = clock();
    if (now - start >= windowMs) {
      start = now;
      taken = 0;
    }
    if (taken < requests) {
      taken++;
      return undefined;
    }
    return Math.max(1, Math.ceil((start + windowMs - now) / 1000));
  };
}
