/** So many requests in any window, which starts with the first request after the last window's end. */
export interface RateLimit {
  readonly requests: number;
  readonly windowMs: number;
}

/** Takes one request at a time; gives the whole seconds to wait where it is one too many. */
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
