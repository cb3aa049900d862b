import type { ConditionReader } from './condition.ts';
import { conditionIndex, type WorkLimit } from './condition-index.ts';

type Rules = readonly (readonly string[])[];

interface Rule {
  readonly expressions: readonly string[];
  readonly place: number;
}

/**
 * Compares the rules of two policies that hand requests on to another endpoint, given by their expressions: whether the
 * first `count` rules of `now` hand on no requests but those of the first `before` rules of `old`.
 */
export function handedOnBefore(
  old: Rules,
  now: Rules,
  read: ConditionReader,
  limit: WorkLimit,
): (count: number, before: number) => boolean {
  const { around } = conditionIndex<Rule>({
    items: old.map((expressions, place) => ({ expressions, place })),
    conditionOf: ({ expressions }) => read(expressions),
    identityOf: ({ expressions }) => JSON.stringify(expressions),
    limit,
  });
  let last = -1;
  // By rule: the last of the old ones that are needed to hand on what all rules up to this one do.
  const needed = now.map((expressions, place) => {
    for (const found of around({ expressions, place }))
      last = Math.max(
        last,
        found.reduce((first, rule) => Math.min(first, rule.place), Infinity),
      );
    return last;
  });
  return (count, before) => (needed[count - 1] ?? -1) < before;
}
