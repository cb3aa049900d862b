import type { Cells, Pattern } from '../../domain/contests/cells.ts';

/** All texts of a pattern but those of some patterns within it. */
export interface Space {
  readonly pattern: Pattern;
  readonly but: readonly Pattern[];
}

/** A space in which the same is true of every text. */
export interface Marked<Mark> {
  readonly space: Space;
  readonly mark: Mark;
}

/**
 * The fewest spaces that hold all the cells that have a mark, and no other, each cell in exactly one: cells that lie in
 * one another and have the same mark are one space, what lies in it and has another one is taken out of it.
 */
export function spacesOf<Mark>(
  { patterns, parents }: Cells,
  markOf: (cell: number) => { readonly key: string; readonly mark: Mark } | undefined,
): readonly Marked<Mark>[] {
  const keys: (string | undefined)[] = [];
  /** The space that a cell is in. */
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
