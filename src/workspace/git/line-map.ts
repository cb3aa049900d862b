import { diffArrays } from 'diff';

/** Maps lines of a text to those of an earlier version. Lines count from 1. */
export interface LineMap {
  /** The same line in the earlier text; undefined for a new or changed one. */
  readonly wasAt: (line: number) => number | undefined;
}

/**
 * Beyond this number of edits, everything between the first and the last one counts as changed, since the time is
 * quadratic.
 */
const mostEdits = 2000;

export function lineMap(before: string, after: string): LineMap {
  const [old, now] = [linesOf(before), linesOf(after)];
  const kept = new Map<number, number>();
  const keep = (index: number, indexNow: number): void => void kept.set(indexNow + 1, index + 1);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) keep(start, start++);
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-end - 1) === now.at(-end - 1)) {
    end++;
    keep(old.length - end, now.length - end);
  }
  const middle = (lines: readonly string[]): string[] => lines.slice(start, lines.length - end);
  const changes = diffArrays(middle(old), middle(now), { maxEditLength: mostEdits }) ?? [];
  let [at, atNow] = [start, start];
  for (const { added, removed, count } of changes) {
    if (!added && !removed) for (let index = 0; index < count; index++) keep(at + index, atNow + index);
    if (!added) at += count;
    if (!removed) atNow += count;
  }
  return { wasAt: (line) => kept.get(line) };
}

/** The share of common lines of two texts, from 0 to 1. */
export function similarity(text: string, other: string): number {
  const [lines, others] = [new Set(linesOf(text)), new Set(linesOf(other))];
  const common = [...lines].filter((line) => others.has(line)).length;
  return common / Math.max(lines.size, others.size);
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/);
}
