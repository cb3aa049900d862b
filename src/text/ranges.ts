import type { Range } from '../model/document.ts';
import { rememberEach } from './remember-last.ts';
import { lastNotAfter } from './lists/last-not-after.ts';

/** A set of ranges for many queries. */
export interface RangeCover {
  /** Whether one of them contains the whole range. */
  readonly covers: (range: Range) => boolean;
  /** Whether one of them overlaps the range. */
  readonly meets: (range: Range) => boolean;
}

/**
 * Keeps only ranges that are not inside another: these start and end in the same order, so that a binary search
 * suffices. A linear search would take minutes on a malicious file with as many findings as ranges.
 */
export function coveringOf(ranges: readonly Range[]): RangeCover {
  const kept: Range[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    if (last === undefined || range.end > last.end) kept.push(range);
  }
  const lastFrom = (offset: number): Range | undefined =>
    kept[lastNotAfter(kept, offset, ({ start }) => start)];
  return {
    covers: ({ start, end }) => end <= (lastFrom(start)?.end ?? -1),
    meets: ({ start, end }) => start < (lastFrom(end - 1)?.end ?? -1),
  };
}

/** A cached set for a list that no longer changes. */
export const knownCovering = rememberEach(coveringOf);
