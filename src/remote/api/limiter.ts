/**
 * Decides when the next request starts. A service says only by rejecting requests (429, 503) how many it accepts, so
 * two limits are learned from its responses:
 *
 * - the number of requests in flight: half as many after a rejection, and one more with each round of good responses;
 * - the pace, for a service that rejects even a single request in flight, or that limits requests per second: what it
 *   was measured to accept, half as fast while it rejects, and then a little faster with each good response.
 *
 * The limit that holds requests back is the one that was too high. A rejected request waits for as long as it was told;
 * the others go on within the limits. If all of them slept until then, a service that accepts 20 requests at once and
 * 200 a second would be asked for 20 a second, since `Retry-After` is in whole seconds.
 */
import { elapsed } from '../../text/waits/elapsed.ts';
import { concurrencyLimit } from '../../text/waits/concurrency-limit.ts';
import type { Clock } from '../../model/io.ts';

/** The number of requests in flight: at first, and at most. */
export interface ConcurrencyLimit {
  readonly first: number;
  readonly most: number;
}

export type RequestEnd =
  | 'accepted'
  /** The service failed, or there was no response: it may have too much to do. */
  | 'failed'
  /** It says nothing about the service. */
  | 'unsent'
  /** 429 or 503, with the wait of its `Retry-After`; 0 if there is none. */
  | { readonly retryAfterMs: number };

/** A request that may start now. Must be ended. */
export interface StartedRequest {
  readonly at: number;
  /** `unsent` by default. */
  readonly end: (how?: RequestEnd) => void;
}

export interface Limiter {
  /** Waits until a request may start. Pages of a list go first: each must wait for the one before it. */
  readonly start: (place?: 'first' | 'last') => Promise<StartedRequest>;
  /** The present limit of requests in flight. */
  readonly atOnce: () => number;
}

/** A rejection that follows more accepted requests than these is a failure of one request, not a limit. */
const loneAfter = 8;

export function limiter(concurrency: ConcurrencyLimit, clock: Clock): Limiter {
  const now = (): number => elapsed(clock);
  const inFlight = inFlightLimit(concurrency);
  const pace = startPace(now());
  let isWaking = false;
  let isPaced = false;
  let accepted = Infinity;
  /** Requests that started before the last rejection or failure say nothing new. */
  let rejectedAt = -Infinity;
  let failedAt = -Infinity;

  const slots = concurrencyLimit((running) => {
    const hasRoom = running < inFlight.limit();
    isPaced = hasRoom && pace.isSet();
    if (!hasRoom) return false;
    const waitMs = pace.waitMs(now());
    if (waitMs > 0) wakeIn(waitMs);
    else pace.started(now());
    return waitMs <= 0;
  });
  const wakeIn = (waitMs: number): void => {
    if (isWaking) return;
    isWaking = true;
    void clock.sleep(waitMs).then(() => {
      isWaking = false;
      slots.resume();
    });
  };
  const learn = (startedAt: number, how: RequestEnd): void => {
    if (how === 'unsent') return;
    if (how === 'accepted') {
      accepted++;
      if (startedAt > rejectedAt) inFlight.grow();
      pace.accepted(now(), startedAt);
    } else if (how === 'failed') {
      if (startedAt <= Math.max(failedAt, rejectedAt)) return;
      failedAt = now();
      inFlight.halve();
    } else {
      const isLone = accepted > loneAfter;
      accepted = 0;
      if (isLone || startedAt <= rejectedAt) return;
      rejectedAt = now();
      if (isPaced || inFlight.limit() === 1) pace.rejected(rejectedAt, how.retryAfterMs);
      else inFlight.halve();
    }
  };

  return {
    start: async (place) => {
      const turn = await slots.take(place);
      const at = now();
      const end = (how: RequestEnd = 'unsent'): void => {
        learn(at, how);
        turn.end();
      };
      return { at, end };
    },
    atOnce: inFlight.limit,
  };
}

/** Rounds of good responses until a number of requests that was rejected is tried again. */
const roundsUntilTrial = 32;

/** Grows by one a round. After a rejection, to just below the number that was rejected by one a response. */
function inFlightLimit({ first, most }: ConcurrencyLimit) {
  let limit = first;
  let good = 0;
  let rejected = Infinity;
  let isFalling = false;
  return {
    limit: () => limit,
    grow: (): void => {
      isFalling = false;
      const round = rejected === Infinity ? limit : limit < rejected - 1 ? 1 : limit * roundsUntilTrial;
      if (limit === most || ++good < round) return;
      limit++;
      good = 0;
    },
    halve: (): void => {
      // Of several times in a row, only the first is about so many at once.
      if (!isFalling) rejected = limit;
      isFalling = true;
      limit = Math.max(1, Math.floor(limit / 2));
      good = 0;
    },
  };
}

/** Fewer accepted requests are too few to measure a pace again. */
const enough = 16;
/** `Retry-After` is rounded up to whole seconds. */
const roundedUpMs = 1000;

/**
 * The time between starts. Services limit rates differently: a token bucket refills gradually, a fixed window accepts a
 * number of requests and then none until it ends. In both, what is accepted between the ends of two series of
 * rejections is the rate, silences included.
 */
function startPace(openedAt: number) {
  let gapMs = 0;
  let nextAt = openedAt;
  let measured = { from: openedAt, accepted: 0 };
  /** The time of the first rejection in a series, and the pace before it. */
  let series: { readonly from: number; readonly gapMs: number } | undefined;
  const perAccepted = (now: number): number =>
    Math.max(1, now - measured.from) / Math.max(1, measured.accepted);
  return {
    isSet: () => gapMs > 0,
    waitMs: (now: number) => (gapMs > 0 ? nextAt - now : 0),
    started: (now: number): void => {
      // Late timers are made up for, but a pause does not end in a burst.
      nextAt = Math.max(nextAt, now - 50) + gapMs;
    },
    accepted: (now: number, startedAt: number): void => {
      measured.accepted++;
      // Slowly near the pace that was measured, and faster the longer it is accepted.
      if (series === undefined) gapMs *= 1 - Math.min(measured.accepted, 2000) / 200_000;
      else if (startedAt > series.from) {
        gapMs = series.gapMs;
        series = undefined;
        if (measured.accepted < (gapMs > 0 ? enough : 2)) return;
        gapMs = perAccepted(now);
        measured = { from: now, accepted: 0 };
      }
    },
    rejected: (now: number, retryAfterMs: number): void => {
      series ??= { from: now, gapMs };
      // At least eight attempts in the time that a silence lasts.
      const longest = Math.max((now - series.from) / 8, perAccepted(now));
      gapMs = Math.min(2 * (gapMs > 0 ? gapMs : perAccepted(now)), Math.max(longest, series.gapMs));
      nextAt = now + Math.max(gapMs, retryAfterMs - roundedUpMs);
    },
  };
}
