import type { SpareTime } from '../model/spare-time.ts';

/** Measures requests to predict when the next response may arrive. */
export interface Stopwatch extends Omit<SpareTime, 'isReading'> {
  /** Starts measuring; returns a function to call when the response arrives. */
  readonly start: (at: number) => (at: number) => void;
}

/** The assumed response time of an API that has not responded yet, in milliseconds. */
const firstGuess = 40;

/** Growth of the shortest time per response: a slower API is reflected after some hundred responses. */
const doubt = 1.002;

/** A time of 0, as after a refused connection or a clock that was set back, could not grow. */
const shortest = 1;

/** No response was faster than measured, but those handled late seem slower than they were. */
const trust = 0.75;

export function stopwatch(now: () => number): Stopwatch {
  /** In order of their starts. */
  const underWay = new Set<{ readonly at: number }>();
  let quickest: number | undefined;
  let waiting: (() => void)[] = [];
  return {
    start: (at) => {
      const request = { at };
      underWay.add(request);
      return (end) => {
        underWay.delete(request);
        quickest = Math.max(shortest, Math.min(end - at, (quickest ?? Infinity) * doubt));
        const told = waiting;
        waiting = [];
        for (const tell of told) tell();
      };
    },
    milliseconds: () => {
      const [oldest] = underWay;
      if (oldest === undefined) return Infinity;
      return oldest.at + (quickest ?? firstGuess) * trust - now();
    },
    nextAnswer: () => new Promise((resolve) => waiting.push(resolve)),
  };
}
