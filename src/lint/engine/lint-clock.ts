/** Compares times with the time as of which a run checks, and knows until when all answers stay the same. */
export interface LintClock {
  /** Whether a time, in milliseconds, is over. False for an invalid one. */
  readonly hasPassed: (time: number) => boolean;
  /** The earliest time in the future that was asked for; undefined if there is none. */
  readonly next: () => number | undefined;
}

export function lintClock(now: Date): LintClock {
  let next: number | undefined;
  return {
    hasPassed: (time) => {
      if (time < now.getTime()) return true;
      if (!Number.isNaN(time)) next = Math.min(time, next ?? time);
      return false;
    },
    next: () => next,
  };
}
