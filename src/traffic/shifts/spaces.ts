import type { PrefixPartition, Pattern } from '../../routing/prefix-partition.ts';

/** All strings that match `pattern` and none of `but`. */
export interface Space {
  readonly pattern: Pattern;
  readonly but: readonly Pattern[];
}

/** A space with one mark that applies to all its strings. */
export interface Marked<Mark> {
  readonly space: Space;
  readonly mark: Mark;
}

/**
 * The smallest set of spaces that covers all marked cells and no others, each cell exactly once. Nested cells with the
 * same mark form one space; a nested cell with a different mark is excluded from it.
 */
export function spacesOf<Mark>(
  { patterns, parents }: PrefixPartition,
  markOf: (cell: number) => { readonly key: string; readonly mark: Mark } | undefined,
): readonly Marked<Mark>[] {
  const keys: (string | undefined)[] = [];
  /** The space of each cell. */
  const homes: (Growing<Mark> | undefined)[] = [];
  const spaces: Growing<Mark>[] = [];
  for (const [cell, pattern] of patterns.entries()) {
    const marked = markOf(cell);
    const above = parents[cell] ?? -1;
    const home = homes[above];
    keys.push(marked?.key);
    if (home !== undefined && marked?.key === keys[above]) {
      homes.push(home);
      continue;
    }
    home?.but.push(pattern);
    const begun = marked === undefined ? undefined : { pattern, but: [], mark: marked.mark };
    homes.push(begun);
    if (begun !== undefined) spaces.push(begun);
  }
  return spaces.map(({ pattern, but, mark }) => ({ space: { pattern, but }, mark }));
}

interface Growing<Mark> {
  readonly pattern: Pattern;
  readonly but: Pattern[];
  readonly mark: Mark;
}
