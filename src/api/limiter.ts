/**
 * How many requests are in flight, and how soon the next one starts: two dials, both turned by what the service answers.
 * A refused request waits as long as it is told to, outside; the others go on at the new pace. One shared sleep would be
 * simpler and was measured at nine times the ideal (PERFORMANCE.md).
 */
import type { Clock } from '../model/io.ts';
import { gauge, type Room } from './gauge.ts';
import { pacer } from './pacer.ts';
import { stopwatch, type Stopwatch } from './stopwatch.ts';

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
  /** It said 429 or 503 to a request that started at that time, and to wait so many milliseconds. */
  readonly slowDown: (startedAt: number, waitMs: number) => void;
  readonly spare: Omit<Stopwatch, 'start'>;
}

export function limiter({ first, most }: Room, clock: Clock): Limiter {
  const queue: ((startedAt: number) => void)[] = [];
  const now = (): number => clock.now().getTime();
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
      // Requests that were under way together are one complaint.
      if (startedAt < slowedAt) return;
      slowedAt = now();
      if (!pace.isRefused()) atOnce.slowDown();
      pace.slowDown(slowedAt, waitMs);
    },
  };
}
