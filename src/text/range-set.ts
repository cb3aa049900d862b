import type { Range } from '../model/document.ts';
import { lastNotAfter } from './last-not-after.ts';

/** Many ranges that are asked about many times. */
export interface Covering {
  /** Whether one of them covers all of a range. */
  readonly covers: (range: Range) => boolean;
  /** Whether one of them shares a character with a range. */
  readonly meets: (range: Range) => boolean;
}

/**
 * Only ranges that lie in no other are kept: they begin and end in the same order, so that halving finds the one that
 * matters. Asking each range in turn would take minutes where a hostile file has as many findings as ranges.
 */
export function coveringOf(ranges: readonly Range[]): Covering {
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

const known = new WeakMap<readonly Range[], Covering>();

/** The same for a list that does not change any more, made once. */
export function knownCovering(ranges: readonly Range[]): Covering {
  const covering = known.get(ranges) ?? coveringOf(ranges);
  known.set(ranges, covering);
  return covering;
}
