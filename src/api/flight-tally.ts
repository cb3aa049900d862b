/** How many requests a service accepted and rejected, by the number in flight when they started, themselves included. */
export interface FlightTally {
  readonly accepted: (inFlight: number) => void;
  readonly rejected: (inFlight: number) => void;
  /**
   * The number of concurrent requests that the service accepts, if such a limit explains the rejections: nearly none up
   * to that number, and most above it. A limited rate rejects at any number.
   */
  readonly limitOfService: () => number | undefined;
  /** Forgets the requests above a limit, all but one rejection: the next ones above it are a trial. */
  readonly startTrial: (limit: number) => void;
}

const nearlyNone = 0.03;
const most = 0.5;
/** Fewer requests above a number say nothing: a request can end on the way while the next one arrives. */
const enough = 6;

/** Numbers above this are counted together: a user can ask for any limit. */
const highest = 1_000;

/** Older requests count for less: what the service accepts may change. */
const remembered = 400;

export function flightTally(limit: number): FlightTally {
  const room = Math.min(limit, highest);
  const good = new Array<number>(room + 1).fill(0);
  const bad = new Array<number>(room + 1).fill(0);
  let total = 0;
  const count = (counts: number[], inFlight: number): void => {
    const index = Math.min(inFlight, room);
    counts[index] = (counts[index] ?? 0) + 1;
    if (++total < remembered) return;
    total /= 2;
    for (const all of [good, bad]) for (const [each, number] of all.entries()) all[each] = number / 2;
  };
  return {
    accepted: (inFlight) => count(good, inFlight),
    rejected: (inFlight) => count(bad, inFlight),
    limitOfService: () => {
      let [below, above] = [
        { good: 0, bad: 0 },
        { good: sum(good), bad: sum(bad) },
      ];
      let found: number | undefined;
      for (let number = 1; number < room; number++) {
        const [one = 0, other = 0] = [good[number], bad[number]];
        below = { good: below.good + one, bad: below.bad + other };
        above = { good: above.good - one, bad: above.bad - other };
        if (below.bad > nearlyNone * (below.good + below.bad)) break;
        const tried = above.good + above.bad;
        if (above.bad > 0 && (above.bad >= most * tried || tried < enough)) found = number;
      }
      return found;
    },
    startTrial: (limit) => {
      good.fill(0, limit + 1);
      bad.fill(0, limit + 1).fill(1, limit + 1, limit + 2);
    },
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
