/** The interval between the starts of requests; none until the service complains. */
export interface Pacer {
  /** The wait before the next start. */
  readonly waitMs: (now: number) => number;
  readonly started: (now: number) => void;
  /** `left`: the number of requests waiting to start. */
  readonly wentWell: (now: number, about: { readonly startedAt: number; readonly left: number }) => void;
  /** The service returned 429 or 503 and asked for this wait. */
  readonly slowDown: (now: number, waitMs: number) => void;
  /** Whether there were only rejections since the last complaint. */
  readonly isRefused: () => boolean;
}

const slowestMs = 5_000;
/** Without a good response for this share of the requested wait, the service is assumed to count in windows. */
const silence = 0.25;
/** The minimum number of probes during the requested wait, which is mostly rounded up. */
const looks = 16;
/** The pace speeds up by `back` until it is near the rejected one, then beyond it by `beyond`. */
const back = 0.97;
const beyond = 0.9995;
const nearby = 1.03;
/** If the remaining starts take less than this, a rejection would cost more than a faster pace could gain. */
const lastMs = 1_500;
const safely = 1.05;
/** The capacity of a window is known, so the pace speeds up again only after this many good responses. */
const calm = 2_000;

/** A series of rejections, until a request that started after the first one succeeds. */
interface Streak {
  readonly from: number;
  readonly waitMs: number;
  /** The interval between probes for recovery. */
  readonly gapMs: number;
}

/**
 * Services limit rates in two ways, which a rejection does not tell apart. A token bucket refills gradually: the best
 * reaction is to continue slightly slower, and the requested wait applies to the rejected request only. A fixed window
 * accepts a number of requests and then none until it ends: its capacity is that of the whole window, including the
 * silence. So after a rejection the other requests continue as probes, at growing intervals, and the duration of
 * rejections tells which limit it was.
 */
export function pacer(from: number): Pacer {
  let paceMs = 0;
  let refusedMs = 0;
  let nextStart = 0;
  let streak: Streak | undefined;
  let epoch = { from, good: 0 };
  let calmUntil = 0;

  const begin = (now: number): Streak => {
    const borneMs = epoch.good > 0 ? (now - epoch.from) / epoch.good : 1;
    refusedMs = paceMs === 0 ? bounded(borneMs) : paceMs;
    paceMs = bounded(refusedMs * 1.25);
    return { from: now, waitMs: 0, gapMs: paceMs / 2 };
  };
  const end = (now: number, { from: since, waitMs }: Streak): void => {
    const isWindow = now - since >= waitMs * silence;
    if (isWindow) paceMs = refusedMs = bounded(((now - epoch.from) / epoch.good) * nearby);
    calmUntil = isWindow ? calm : 0;
    epoch = { from: now, good: 0 };
    streak = undefined;
  };

  return {
    waitMs: (now) => (paceMs > 0 ? nextStart - now : 0),
    started: (now) => {
      // Late timers are caught up only slightly, or a pause would end in a burst.
      nextStart = streak === undefined ? Math.max(nextStart, now - 50) + paceMs : now + streak.gapMs;
    },
    wentWell: (now, { startedAt, left }) => {
      epoch.good++;
      if (streak !== undefined && startedAt >= streak.from) end(now, streak);
      if (paceMs > refusedMs * nearby) paceMs *= back;
      else if (left * paceMs < lastMs) paceMs = Math.max(paceMs, refusedMs * safely);
      else if (epoch.good >= calmUntil) paceMs *= beyond;
    },
    slowDown: (now, waitMs) => {
      const { from: since, gapMs } = streak ?? begin(now);
      streak = { from: since, waitMs: Math.max(waitMs, 200), gapMs: Math.min(gapMs * 2, waitMs / looks) };
      nextStart = now + streak.gapMs;
    },
    isRefused: () => streak !== undefined,
  };
}

function bounded(milliseconds: number): number {
  return Math.min(slowestMs, Math.max(1, milliseconds));
}
