import type { Diagnostic } from '../../model/diagnostic.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';

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

export function countFindings(diagnostics: readonly Diagnostic[]): Pick<LintResult, 'counts' | 'fixable'> {
  const counts = { error: 0, warn: 0, info: 0 };
  const fixable = { safe: 0, unsafe: 0 };
  for (const { severity, fix } of diagnostics) {
    counts[severity]++;
    if (fix !== undefined) fixable[fix.safety]++;
  }
  return { counts, fixable };
}
