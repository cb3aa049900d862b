/** The interval between the starts of requests; none until the service complains. */
export interface Pacer {
  /** The wait before the next start. */
  readonly waitMs: (now: number) => number;
  readonly started: (now: number) => void;
  /** `left`: the number of requests waiting to start. */
  readonly wentWell: (now: number, about: { readonly startedAt: number; readonly left: number }) => void;
  /** The service rejected a request and asked for this wait; 0 if it named none. */
  readonly slowDown: (now: number, waitMs: number) => void;
  readonly state: () => 'free' | 'paced' | 'probing';
}

const slowestMs = 5_000;
const fastestMs = 0.1;
/** Probes during rejections are at most this share of the requested wait apart, which is mostly rounded up. */
const shareOfWait = 1 / 16;
/** Without a requested wait: this share of the time since the first rejection. */
const shareOfStreak = 1 / 8;
/** Good responses until the measured pace replaces the previous one. */
const enough = 16;
/** After the first measurement, which may be far off, the pace speeds up by this much with each good response. */
const atFirst = 0.97;
/** Later, by this much, depending on their number since a rejection. */
const faster = [
  { after: 300, by: 0.995 },
  { after: 100, by: 0.998 },
  { after: 0, by: 0.9995 },
] as const;
/** The last starts are slower: the wait after a rejection would be longer than what a faster pace could gain. */
const lastMs = 1_500;
const safely = 1.05;

/** A series of rejections, until a request that started after the first one succeeds. */
interface Streak {
  readonly from: number;
  /** The interval between probes for its end. */
  readonly gapMs: number;
}

/**
 * Services limit rates in several ways, which a rejection does not tell apart. A token bucket refills gradually; a fixed
 * window accepts a number of requests and then none until it ends. In both, what passes from the end of one series of
 * rejections to the end of the next one is the rate, silences included. So the pace is measured there, and speeds up
 * slowly until the next rejection. Meanwhile the requested wait applies to the rejected request only; the others go on
 * as probes, at growing intervals.
 */
export function pacer(from: number): Pacer {
  let paceMs = 0;
  let measuredMs = 0;
  let nextStart = 0;
  let streak: Streak | undefined;
  let epoch = { from, good: 0, number: 0 };
  let calm = 0;
  let rejections = 0;

  const begin = (now: number): Streak => {
    if (paceMs === 0) measuredMs = paceMs = bounded((now - epoch.from) / Math.max(epoch.good, 1));
    return { from: now, gapMs: paceMs / 2 };
  };
  const end = (now: number): void => {
    // A single rejection among many good responses is a failure, not a limit.
    const isLone = rejections < 2;
    rejections = 0;
    streak = undefined;
    calm = 0;
    const { good, number } = epoch;
    if (number === 0 && good <= 1) {
      // The limit was used up before the first request: the silence says nothing about the rate.
      paceMs = 0;
      epoch = { from: now, good: 0, number };
      return;
    }
    if (number > 0 && good < enough) {
      if (!isLone) paceMs = Math.max(paceMs, measuredMs);
      return;
    }
    const next = bounded((now - epoch.from) / Math.max(good, 1));
    measuredMs = paceMs = isLone && number > 0 ? Math.min(next, measuredMs) : next;
    epoch = { from: now, good: 0, number: number + 1 };
  };

  return {
    waitMs: (now) => (paceMs > 0 ? nextStart - now : 0),
    started: (now) => {
      // Late timers are caught up only slightly, or a pause would end in a burst.
      nextStart = streak === undefined ? Math.max(nextStart, now - 50) + paceMs : now + streak.gapMs;
    },
    wentWell: (now, { startedAt, left }) => {
      epoch.good++;
      if (streak !== undefined) {
        if (startedAt >= streak.from) end(now);
        return;
      }
      calm++;
      if (left * paceMs < lastMs) paceMs = Math.max(paceMs, measuredMs * safely);
      else paceMs = bounded(paceMs * (epoch.number === 1 ? atFirst : fasterAfter(calm)));
    },
    slowDown: (now, waitMs) => {
      rejections++;
      const { from: since, gapMs } = streak ?? begin(now);
      const most = Math.max(waitMs > 0 ? waitMs * shareOfWait : (now - since) * shareOfStreak, paceMs);
      streak = { from: since, gapMs: bounded(Math.min(gapMs * 2, most)) };
      nextStart = now + streak.gapMs;
    },
    state: () => (streak !== undefined ? 'probing' : paceMs > 0 ? 'paced' : 'free'),
  };
}

function fasterAfter(calm: number): number {
  return faster.find(({ after }) => calm > after)?.by ?? 1;
}

function bounded(milliseconds: number): number {
  return Math.min(slowestMs, Math.max(fastestMs, milliseconds));
}
