/**
 * Controls how many requests are in flight and how soon the next one starts; both adapt to the responses. A rejected
 * request waits outside, for as long as it was told; the others continue at the new pace. A shared sleep would be
 * simpler and was measured at nine times the ideal duration.
 */
import { elapsed } from '../domain/elapsed.ts';
import type { Clock } from '../model/io.ts';
import { gauge, type Room } from './gauge.ts';
import { pacer } from './pacer.ts';
import { startQueue } from './start-queue.ts';
import { stopwatch, type Stopwatch } from './stopwatch.ts';

/** The circumstances of a start. */
export interface Start {
  readonly at: number;
  /** The number of requests in flight, this one included. */
  readonly inFlight: number;
}

/** Room for one request: runs its task, at once, and is free again when the task has ended. */
export type RequestSlot = <Result>(task: (start: Start) => Promise<Result>) => Promise<Result>;

export interface Limiter {
  /** Runs the task when there is room: with `first` a page of a list, with `last` any other request. */
  readonly run: <Result>(task: (start: Start) => Promise<Result>, turn?: 'first' | 'last') => Promise<Result>;
  /**
   * Calls `begin` with each index below `count`, in order, when there is room for it; it must use the slot at once. The
   * returned function leaves out those that have not begun.
   */
  readonly runEach: (count: number, begin: (index: number, slot: RequestSlot) => void) => () => void;
  /** A request with that start succeeded. */
  readonly wentWell: (start: Start) => void;
  /** A request with that start returned 429 or 503 and asked for this wait; 0 if it named none. */
  readonly slowDown: (start: Start, waitMs: number) => void;
  /** A request with that start had no response, or the service failed (5xx): it may have too much to do. */
  readonly failed: (start: Start) => void;
  /** The present limit of requests in flight. */
  readonly atOnce: () => number;
  readonly spare: Omit<Stopwatch, 'start'>;
}

export function limiter(room: Room, clock: Clock): Limiter {
  const queue = startQueue<RequestSlot>();
  const now = (): number => elapsed(clock);
  const atOnce = gauge(room);
  const pace = pacer(now());
  const watch = stopwatch(now);
  let running = 0;
  let isWaking = false;
  let slowedAt = -Infinity;
  let failedAt = -Infinity;

  const pump = (): void => {
    while (queue.length() > 0) {
      const at = now();
      if (running >= atOnce.limit(at)) {
        const growsAt = atOnce.growsAt();
        if (growsAt !== undefined) wakeIn(growsAt - at);
        return;
      }
      const wait = pace.waitMs(at);
      if (wait > 0) {
        wakeIn(wait);
        return;
      }
      pace.started(at);
      running++;
      queue.begin(orders[pace.state()], slotOf({ at, inFlight: running }));
    }
  };
  const slotOf =
    (start: Start): RequestSlot =>
    (task) => {
      const stop = watch.start(start.at);
      const end = (): void => {
        running--;
        stop(now());
        pump();
      };
      const ending = task(start);
      void ending.then(end, end);
      return ending;
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
        queue.add(1, (_, slot) => void slot(task).then(resolve, reject), turn);
        pump();
      }),
    runEach: (count, begin) => {
      const stop = queue.add(count, begin, 'last');
      pump();
      return stop;
    },
    wentWell: ({ at, inFlight }) => {
      const left = queue.length();
      const end = now();
      pace.wentWell(end, { startedAt: at, left });
      atOnce.wentWell(end, { tookMs: end - at, inFlight, left });
    },
    slowDown: ({ at, inFlight }, waitMs) => {
      // Requests under way at the same time count as one complaint.
      const isNews = at >= slowedAt;
      if (isNews) slowedAt = now();
      if (pace.state() !== 'probing' && atOnce.refused(inFlight, isNews)) return;
      if (isNews) pace.slowDown(now(), waitMs);
    },
    failed: ({ at }) => {
      if (at < Math.max(slowedAt, failedAt)) return;
      failedAt = now();
      atOnce.failed();
    },
    atOnce: () => atOnce.limit(now()),
  };
}

const orders = { free: 'lists-first', paced: 'in-turns', probing: 'others-first' } as const;
