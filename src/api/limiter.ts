/**
 * How many requests are in flight, and how soon the next one starts. Two dials, both turned by what the service
 * answers: the number at once, halved on 429 and 503, and grown one by one as long as answers do not take longer for
 * it; and the pace, an interval between starts that is off until the service complains, then begins at the rate that
 * it was seen to bear. A refused request
 * waits by itself, outside; the others go on at the new pace. One shared sleep would be simpler and was measured at
 * nine times the ideal (PERFORMANCE.md).
 */
import type { Clock } from '../model/io.ts';

export interface Limiter {
  /**
   * Runs the task when there is room. `first`: before everything that waits. A list goes first: each of its pages must
   * wait for the one before, so it would end last if each also queued behind the other reads.
   */
  readonly run: <Result>(
    task: (startedAt: number) => Promise<Result>,
    turn?: 'first' | 'last',
  ) => Promise<Result>;
  /** The service took a request well that started at that time. */
  readonly wentWell: (startedAt: number) => void;
  /** It said 429 or 503 to a request that started at that time. */
  readonly slowDown: (startedAt: number) => void;
}

/** Requests at once: to begin with, and at most. */
export interface Room {
  readonly first: number;
  readonly most: number;
}

const slowestPaceMs = 5_000;
const firstPaceMs = 20;
/** Answers that take so much longer than the fastest round did say that more at once would only wait over there. */
const slowerBy = 1.5;

export function limiter({ first, most }: Room, clock: Clock): Limiter {
  const queue: ((startedAt: number) => void)[] = [];
  const now = (): number => clock.now().getTime();
  let limit = first;
  let running = 0;
  let good = 0;
  /** What the answers of this round took together, and each of the fastest round on average. */
  let tookMs = 0;
  let fastestMs = Infinity;
  let paceMs = 0;
  let nextStart = 0;
  let isWaking = false;
  let slowedAt = -Infinity;
  let epoch = { from: now(), good: 0 };

  const pump = (): void => {
    while (running < limit && queue.length > 0) {
      const wait = nextStart - now();
      if (paceMs > 0 && wait > 0) {
        wakeIn(wait);
        return;
      }
      // Late timers may be made up for, but only a little: otherwise a pause would end in a burst.
      nextStart = Math.max(nextStart, now() - 50) + paceMs;
      running++;
      queue.shift()?.(now());
    }
  };
  const wakeIn = (milliseconds: number): void => {
    if (isWaking) return;
    isWaking = true;
    void clock.sleep(milliseconds).then(() => {
      isWaking = false;
      pump();
    });
  };

  return {
    run: (task, turn = 'last') =>
      new Promise((resolve, reject) => {
        const start = (startedAt: number): void => {
          task(startedAt)
            .then(resolve, reject)
            .finally(() => {
              running--;
              pump();
            });
        };
        if (turn === 'first') queue.unshift(start);
        else queue.push(start);
        pump();
      }),
    wentWell: (startedAt) => {
      good++;
      tookMs += now() - startedAt;
      epoch.good++;
      paceMs = paceMs < 1 ? 0 : paceMs * 0.99;
      if (good < limit) return;
      const averageMs = tookMs / good;
      fastestMs = Math.min(fastestMs, averageMs);
      good = 0;
      tookMs = 0;
      if (averageMs <= fastestMs * slowerBy) limit = Math.min(most, limit + 1);
      else if (limit > first) limit--;
    },
    slowDown: (startedAt) => {
      // Requests that were under way together are one complaint.
      if (startedAt < slowedAt) return;
      const borne = epoch.good === 0 ? firstPaceMs : (now() - epoch.from) / epoch.good;
      paceMs = Math.min(slowestPaceMs, Math.max(1, paceMs * 1.5, borne));
      limit = Math.max(1, Math.floor(limit / 2));
      good = 0;
      tookMs = 0;
      slowedAt = now();
      nextStart = slowedAt + paceMs;
      epoch = { from: slowedAt, good: 0 };
    },
  };
}
