import type { Step } from '../model/plan.ts';
import { foldAlike, inOrder, isRisky, type Alike } from './plan-groups.ts';
import { groupLines, sameLines } from './plan-lines.ts';
import type { Page } from './plan-page.ts';
import { stepLines } from './plan-step.ts';

/**
 * How much of a plan a reader takes in: each step and each field that changes counts as one line. What is beyond it has
 * one line a step, save that so much is left for the steps that must be judged.
 */
const mostInFull = 300;
const mostRiskyInFull = 200;

/** A block of lines each step, the same ones folded; of very many, those that must be judged, and lists of the rest. */
export function stepBlocks(steps: readonly Step[], page: Page): readonly (readonly string[])[] {
  const ordered = inOrder(steps);
  if (page.view === 'all') return ordered.map((step) => stepLines(step, page));
  if (!isInShort(ordered, page)) return foldAlike(ordered).map((one) => block(one, page));
  const inFull = new Set(worthTheirLines(ordered));
  return [
    ...[...inFull].map((step) => stepLines(step, page)),
    ...groupLines(
      ordered.filter((step) => !inFull.has(step)),
      page,
    ),
  ];
}

/** Whether there are too many to show each in full. */
export function isInShort(steps: readonly Step[], { view }: Page): boolean {
  return view === 'brief' && weight(foldAlike(steps).map(({ first }) => first)) > mostInFull;
}

function block({ first, others }: Alike, page: Page): readonly string[] {
  return [...stepLines(first, page), ...sameLines(others, page)];
}

/** What must be judged, from the gravest on, as far as a reader gets. */
function worthTheirLines(ordered: readonly Step[]): readonly Step[] {
  let left = mostRiskyInFull;
  return ordered.filter((step) => {
    if (isRisky(step)) left -= weight([step]);
    return isRisky(step) && left >= 0;
  });
}

function weight(steps: readonly Step[]): number {
  return steps.reduce(
    (sum, { changes, requests, waysOut }) => sum + 3 + changes.length + requests.length + waysOut.length,
    0,
  );
}
