/** Rate limits: requests of the last while, counted for each limit and key. */
import { durationMs } from './duration-ms.ts';

export interface RateLimits {
  /** Counts a request, unless it is above the limit. */
  readonly isExceeded: (place: string, settings: Readonly<Record<string, unknown>>, key: string) => boolean;
}

/** Keys are the client's to choose, so only so many are kept; the one that was not used the longest is forgotten. */
const mostKeys = 10_000;

export function openRateLimits(elapsed: () => number): RateLimits {
  const windows = new Map<string, number[]>();
  return {
    isExceeded: (place, { capacity, rate }, key) => {
      const most = Number(capacity);
      const window = durationMs(rate);
      if (!Number.isFinite(most) || window === undefined) return false;
      const now = elapsed();
      const name = JSON.stringify([place, most, window, key]);
      const times = windows.get(name) ?? [];
      const firstKept = times.findIndex((time) => time > now - window);
      times.splice(0, firstKept === -1 ? times.length : firstKept);
      windows.delete(name);
      windows.set(name, times);
      if (windows.size > mostKeys) {
        const [oldest = ''] = windows.keys();
        windows.delete(oldest);
      }
      if (times.length >= most) return true;
      times.push(now);
      return false;
    },
  };
}
