import { flightTally } from './flight-tally.ts';

/** Initial and maximum number of concurrent requests. */
export interface Room {
  readonly first: number;
  readonly most: number;
  /** Whether the number doubles with each good round until one is slower or rejected, as TCP's slow start does. */
  readonly isDoubling?: boolean;
}

export interface GoodResponse {
  readonly tookMs: number;
  /** The number of requests when this one started, itself included. */
  readonly inFlight: number;
  /** The number of requests waiting to start. */
  readonly left: number;
}

/** Adapts the number of concurrent requests. */
export interface Gauge {
  readonly limit: (now: number) => number;
  /** The time at which the limit will grow; undefined if it is not about to. */
  readonly growsAt: () => number | undefined;
  readonly wentWell: (now: number, response: GoodResponse) => void;
  /**
   * Whether the number of concurrent requests, this one included, explains a rejection. `isNews` is false for a request that was already
   * under way at the previous one.
   */
  readonly refused: (inFlight: number, isNews: boolean) => boolean;
  /** The service failed, or there was no response: half as many from now on. */
  readonly failed: () => void;
}

/** If a round is this much slower than the fastest one, more concurrent requests would only queue at the service. */
const slowerBy = 1.5;

/** The maximum number of rounds before a number that was rejected is tried again. */
const longestHold = 16;

/** No trials among the last requests: the wait after a rejection would be longer than what one more could gain. */
const lastMs = 1_500;

/** Fractional parts of its multiples spread evenly. */
const golden = 0.618;

/**
 * The limit grows by one with each round of good responses that is not slower. Where a service limits concurrent
 * requests, a rejection sets the limit to the number that it accepts, which is exceeded by one again after more rounds
 * each time. These trials do not start together with another request, but at varying times in between: a service that
 * takes one request every few milliseconds would reject each of a pair, too.
 */
export function gauge({ first, most, isDoubling: doubles = false }: Room): Gauge {
  const requests = flightTally(most);
  let limit = first;
  let isDoubling = doubles;
  let hold = 1;
  let growing: number | undefined;
  let trials = 0;
  let good = 0;
  let tookMs = 0;
  let fastestMs = Infinity;

  const newRound = (): void => {
    good = 0;
    tookMs = 0;
  };
  const grow = (): void => {
    // The service bears the maximum, so a later slow round takes one off it, not half.
    if (limit === most) isDoubling = false;
    limit = Math.min(most, isDoubling ? limit * 2 : limit + 1);
    growing = undefined;
    newRound();
  };

  return {
    limit: (now) => {
      if (growing !== undefined && now >= growing) grow();
      return limit;
    },
    growsAt: () => growing,
    wentWell: (now, response) => {
      requests.accepted(response.inFlight);
      good++;
      tookMs += response.tookMs;
      if (good < limit * hold || growing !== undefined) return;
      const averageMs = tookMs / good;
      fastestMs = Math.min(fastestMs, averageMs);
      newRound();
      if (averageMs > fastestMs * slowerBy) {
        if (limit > first) limit = isDoubling ? Math.max(first, Math.floor(limit / 2)) : limit - 1;
        isDoubling = false;
      } else if (hold === 1) grow();
      else if (limit < most && (response.left / limit) * averageMs > lastMs)
        growing = now + averageMs * ((++trials * golden) % 1);
    },
    refused: (inFlight, isNews) => {
      isDoubling = false;
      requests.rejected(inFlight);
      const accepts = requests.limitOfService();
      if (accepts === undefined) {
        hold = 1;
        return false;
      }
      if (isNews) hold = Math.min(hold * 2, longestHold);
      limit = Math.min(limit, accepts);
      requests.startTrial(limit);
      growing = undefined;
      newRound();
      return true;
    },
    failed: () => {
      isDoubling = false;
      limit = Math.max(1, Math.floor(limit / 2));
      growing = undefined;
      newRound();
    },
  };
}
