import type { Range } from '../model/document.ts';
import { rememberEach } from './remember-last.ts';

/** The parts of a text between the fixed parts; undefined if these do not occur in order. */
export function between(text: string, fixed: readonly string[]): readonly string[] | undefined {
  const [first = '', ...rest] = fixed;
  if (!text.startsWith(first)) return undefined;
  const last = rest.pop();
  if (last === undefined) return text === first ? [] : undefined;
  const found: string[] = [];
  let at = first.length;
  for (const part of rest) {
    const end = text.indexOf(part, at + 1);
    if (end === -1) return undefined;
    found.push(text.slice(at, end));
    at = end + part.length;
  }
  if (!text.endsWith(last) || text.length - last.length < at) return undefined;
  return [...found, text.slice(at, text.length - last.length)];
}

/** The index of the last item that starts at or before an offset, -1 for none; the items are sorted. */
export function lastNotAfter<Item>(
  items: readonly Item[],
  offset: number,
  startOf: (item: Item) => number,
): number {
  let low = -1;
  let high = items.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const item = items[middle];
    if (item !== undefined && startOf(item) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

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
