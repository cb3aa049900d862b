import type { Json } from '../model/value.ts';
import { isSameJson } from '../text/json/json-access.ts';

/** How to turn the items of one list into those of another. */
export interface Alignment {
  /** The items that stay, by index, with their new value. */
  readonly kept: ReadonlyMap<number, Json>;
  /** New items, by the index of the item before them; -1 for the start of the list. */
  readonly fresh: ReadonlyMap<number, readonly Json[]>;
  readonly gone: readonly number[];
}

/** Above this number of comparisons, items are paired by position. */
const mostComparisons = 4_000_000;

/** Equal items stay; between them, changed items are paired in order. */
export function alignedItems(before: readonly Json[], after: readonly Json[]): Alignment {
  const kept = new Map<number, Json>();
  const fresh = new Map<number, Json[]>();
  const gone: number[] = [];
  let from = 0;
  let to = 0;
  for (const [a, b] of [...samePairs(before, after), [before.length, after.length] as const]) {
    for (; from < a && to < b; from++, to++) kept.set(from, after[to] ?? null);
    for (; from < a; from++) gone.push(from);
    if (to < b) fresh.set(from - 1, after.slice(to, b));
    if (a < before.length) kept.set(a, after[b] ?? null);
    from = a + 1;
    to = b + 1;
  }
  return { kept, fresh, gone };
}

/** A longest common subsequence, as pairs of indexes. */
function samePairs(before: readonly Json[], after: readonly Json[]): readonly (readonly [number, number])[] {
  let head = 0;
  while (head < before.length && head < after.length && isSameJson(before[head], after[head])) head++;
  const pairs = Array.from({ length: head }, (_, index) => [index, index] as const);
  const rows = before.length - head;
  const columns = after.length - head;
  if (rows * columns > mostComparisons) return pairs;
  const lengths = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1));
  const at = (row: number, column: number): number => lengths[row]?.[column] ?? 0;
  const isPair = (row: number, column: number): boolean =>
    isSameJson(before[head + row], after[head + column]);
  for (let row = rows - 1; row >= 0; row--) {
    const line = lengths[row];
    for (let column = columns - 1; line !== undefined && column >= 0; column--)
      line[column] = isPair(row, column)
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
  }
  for (let row = 0, column = 0; row < rows && column < columns;) {
    if (isPair(row, column)) pairs.push([head + row++, head + column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return pairs;
}
