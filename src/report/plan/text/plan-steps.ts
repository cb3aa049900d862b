import type { Step } from '../../../model/plan.ts';
import { foldAlike } from '../alike.ts';
import { stepsByGroup, isGrave, isRisky } from '../plan-groups.ts';
import { alikeLines, groupLines } from './plan-lines.ts';
import type { Page } from './plan-page.ts';
import { stepLines } from './plan-step.ts';

/**
 * How much of a plan a reader takes in: each step and each field that changes counts as one line. What is beyond it has
 * one line a step, or one sample for many, save that so much is left for the steps that must be judged. What is about
 * security is never cut short.
 */
const mostInFull = 300;
const mostRiskyInFull = 200;

/** A block of lines each step, the same ones folded; of very many, those that must be judged, and samples and lists of the rest. */
export function stepBlocks(steps: readonly Step[], page: Page): readonly (readonly string[])[] {
  const ordered = stepsByGroup(steps);
  if (page.view === 'all') return ordered.map((step) => stepLines(step, page));
  if (!isInShort(ordered, page)) {
    return foldAlike(ordered, 'short').map((one) => alikeLines(one, page));
  }
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
  return view === 'brief' && isLong(steps);
}

/** Whether a plan has more than a reader takes in, with what is the same folded. */
export function isLong(steps: readonly Step[]): boolean {
  return weight(foldAlike(steps, 'short').map(({ first }) => first)) > mostInFull;
}

/** All that is about security, and of the rest that must be judged as much as a reader takes in. */
function worthTheirLines(ordered: readonly Step[]): readonly Step[] {
  let left = mostRiskyInFull - weight(ordered.filter(isGrave));
  return ordered.filter((step) => {
    if (isGrave(step) || !isRisky(step)) return isGrave(step);
    left -= weight([step]);
    return left >= 0;
  });
}

function weight(steps: readonly Step[]): number {
  return steps.reduce(
    (sum, { changes, requests, remedies }) => sum + 3 + changes.length + requests.length + remedies.length,
    0,
  );
}
