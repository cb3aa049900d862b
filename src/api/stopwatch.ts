import type { SpareTime } from '../model/spare-time.ts';

/** Takes the time of requests, to tell when the next answer may come. */
export interface Stopwatch extends Omit<SpareTime, 'isReading'> {
  /** Gives what is to be called when the answer is there. */
  readonly start: (at: number) => (at: number) => void;
}

/** What is expected of an API that has not answered yet, in milliseconds. */
const firstGuess = 40;

/** An API that has become slower is believed after some hundred answers. */
const doubt = 1.002;

/** Nothing at all, as after a refused connection or when the clock was set back, could not become more. */
const shortest = 1;

/** No answer was quicker than that, but those that we were late for seem slower than they were. */
const trust = 0.75;

export function stopwatch(now: () => number): Stopwatch {
  /** In the order that they were started in. */
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
