import { searchText, type PageStep } from './shown-steps.ts';

/** A filter: any of the values of each facet, and all of the words. */
export interface FilterChoice {
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
  readonly words: readonly string[];
}

export interface FilterResult {
  readonly shown: ReadonlySet<PageStep>;
  /** Number of steps for each `facet value`, with the other facets and the words as in the filter. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Finds the steps to show, one after the other, so that the work can be done in slices. */
export function* filterSteps(
  steps: readonly PageStep[],
  { values, words }: FilterChoice,
): Generator<undefined, FilterResult> {
  const shown = new Set<PageStep>();
  const counts = new Map<string, number>();
  for (const step of steps) {
    yield;
    if (words.length > 0 && !words.every((word) => searchText(step).includes(word))) continue;
    const facets = step.facets();
    const failing = [...values].filter(
      ([key, wanted]) => !(facets[key] ?? []).some((value) => wanted.has(value)),
    );
    if (failing.length === 0) shown.add(step);
    for (const [key, of] of Object.entries(facets)) {
      // A step counts for a facet if no other facet hides it.
      if (failing.some(([other]) => other !== key)) continue;
      for (const value of of) counts.set(countKey(key, value), (counts.get(countKey(key, value)) ?? 0) + 1);
    }
  }
  return { shown, counts };
}

export function countKey(key: string, value: string): string {
  return `${key} ${value}`;
}
