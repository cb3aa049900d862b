/** An interval between the starts of requests, off until the service complains. */
export interface Pacer {
  /** How long the next start has to wait. */
  readonly waitMs: (now: number) => number;
  readonly started: (now: number) => void;
  /** `left`: how many requests wait for their start. */
  readonly wentWell: (now: number, about: { readonly startedAt: number; readonly left: number }) => void;
  /** The service said 429 or 503, and to wait so many milliseconds. */
  readonly slowDown: (now: number, waitMs: number) => void;
  /** Whether nothing but refusals came since the last complaint. */
  readonly isRefused: () => boolean;
}

const slowestMs = 5_000;
/** Without a good answer for this share of the time that it asked for, the service counts in windows. */
const silence = 0.25;
/** How often, at least, it is asked in the time that it wants to be left alone: most of that is rounded up. */
const looks = 16;
/** The pace is taken back to near the refused one in steps of `back`, and from there on crept beyond in steps of `beyond`. */
const back = 0.97;
const beyond = 0.9995;
const nearby = 1.03;
/** With less than this left to start, a refusal would cost more than a faster pace could win. */
const lastMs = 1_500;
const safely = 1.05;
/** What a window bears is known: it is tried again only after so many good answers. */
const calm = 2_000;

/** Refusals, without a good answer to a request that started after the first. */
interface Streak {
  readonly from: number;
  readonly waitMs: number;
  /** Between the looks whether it takes something again. */
  readonly gapMs: number;
}

/**
 * Services count in two ways, and a refusal does not say in which. One gives back a little at a time: then it is best to
 * go on, a little slower than when it refused, and the time it asks for is for the one request alone. The other takes so
 * many in a window and nothing more until its end: then the whole of the window, with its silence, is what it bears. So
 * after a refusal the others ask on, less and less often, and how long only refusals came back says which it was.
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
      // Late timers may be made up for, but only a little: otherwise a pause would end in a burst.
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
