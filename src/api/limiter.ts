/**
 * Controls how many requests are in flight and how soon the next one starts; both adapt to the responses. A rejected
 * request waits outside, for as long as it was told; the others continue at the new pace. A shared sleep would be
 * simpler and was measured at nine times the ideal duration.
 */
import { elapsed } from '../domain/elapsed.ts';
import type { Clock } from '../model/io.ts';
import { gauge, type Room } from './gauge.ts';
import { pacer } from './pacer.ts';
import { stopwatch, type Stopwatch } from './stopwatch.ts';

export interface Limiter {
  /**
   * Runs the task when there is room. `first`: ahead of all waiting tasks. Lists go first: each page must wait for the
   * one before, so a list would end last if each page also queued behind the other reads.
   */
  readonly run: <Result>(
    task: (startedAt: number) => Promise<Result>,
    turn?: 'first' | 'last',
  ) => Promise<Result>;
  /** A request that started at that time succeeded. */
  readonly wentWell: (startedAt: number) => void;
  /** A request that started at that time returned 429 or 503 and asked for this wait. */
  readonly slowDown: (startedAt: number, waitMs: number) => void;
  readonly spare: Omit<Stopwatch, 'start'>;
}

export function limiter({ first, most }: Room, clock: Clock): Limiter {
  const queue: ((startedAt: number) => void)[] = [];
  const now = (): number => elapsed(clock);
  const atOnce = gauge({ first, most });
  const pace = pacer(now());
  const watch = stopwatch(now);
  let running = 0;
  let isWaking = false;
  let slowedAt = -Infinity;

  const pump = (): void => {
    while (running < atOnce.limit() && queue.length > 0) {
      const wait = pace.waitMs(now());
      if (wait > 0) {
        wakeIn(wait);
        return;
      }
      pace.started(now());
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
    spare: watch,
    run: (task, turn = 'last') =>
      new Promise((resolve, reject) => {
        const start = (startedAt: number): void => {
          const stop = watch.start(startedAt);
          task(startedAt)
            .then(resolve, reject)
            .finally(() => {
              running--;
              stop(now());
              pump();
            });
        };
        if (turn === 'first') queue.unshift(start);
        else queue.push(start);
        pump();
      }),
    wentWell: (startedAt) => {
      pace.wentWell(now(), { startedAt, left: queue.length });
      atOnce.wentWell(now() - startedAt);
    },
    slowDown: (startedAt, waitMs) => {
      // Requests under way at the same time count as one complaint.
      if (startedAt < slowedAt) return;
      slowedAt = now();
      if (!pace.isRefused()) atOnce.slowDown();
      pace.slowDown(slowedAt, waitMs);
    },
  };
}
