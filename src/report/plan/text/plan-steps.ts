import type { Step } from '../../../model/plan/step.ts';
import { foldAlike } from '../alike.ts';
import { isGrave } from '../plan-groups.ts';
import { isKept, type StepView } from '../step-view.ts';
import { alikeLines, groupLines } from './plan-lines.ts';
import type { Page, StepPage } from './plan-page.ts';
import { stepLines } from './plan-step.ts';

/**
 * How much of a plan a reader takes in: each step and each field that changes counts as one line. What is beyond it has
 * one line a step, or one sample for many. What is about security is never cut short.
 */
const mostInFull = 300;
const mostRiskyInFull = 200;

/**
 * A block of lines each step, the same ones folded. Of very many, those that are refused, protect less or take something
 * away stay in full, and below them the others are samples and lists.
 */
export function stepBlocks(
  views: readonly StepView[],
  page: StepPage,
  isShort = isInShort(views, page),
): readonly (readonly string[])[] {
  if (page.view === 'all') return views.map((view) => stepLines(view, page));
  const viewOf = new Map(views.map((view) => [view.step, view]));
  const steps = views.map(({ step }) => step);
  if (!isShort) {
    return foldAlike(steps, 'short').map((one) => alikeLines(one, viewOf, page));
  }
  const inFull = worthTheirLines(views);
  const full = (some: readonly StepView[]): readonly (readonly string[])[] =>
    some.filter((view) => inFull.has(view)).map((view) => stepLines(view, page));
  const short = (some: readonly StepView[]): readonly (readonly string[])[] =>
    groupLines(
      some.filter((view) => !inFull.has(view)),
      page,
    );
  const [changes, kept] = [
    views.filter(({ step }) => !isKept(step)),
    views.filter(({ step }) => isKept(step)),
  ];
  return [...full(changes), ...short(changes), ...full(kept), ...short(kept)];
}

/** Whether there are too many to show each in full. */
export function isInShort(views: readonly StepView[], { view }: Page): boolean {
  return view === 'brief' && isLong(views.map(({ step }) => step));
}

/** Whether a plan has more than a reader takes in, with what is the same folded. */
function isLong(steps: readonly Step[]): boolean {
  return weight(foldAlike(steps, 'short').map(({ first }) => first)) > mostInFull;
}

/** All that is about security, and of what is kept or blocked as much as a reader takes in, the first first. */
function worthTheirLines(views: readonly StepView[]): ReadonlySet<StepView> {
  const isFirst = ({ step, refused }: StepView): boolean => isGrave(step) || refused.length > 0;
  const grave = views.filter(isFirst);
  let left = mostRiskyInFull - weight(grave.map(({ step }) => step));
  const kept = views.filter((view) => {
    if (isFirst(view) || !(isKept(view.step) || view.step.missingSecrets.length > 0)) return false;
    left -= weight([view.step]);
    return left >= 0;
  });
  return new Set([...grave, ...kept]);
}

function weight(steps: readonly Step[]): number {
  return steps.reduce((sum, { changes, remedies }) => sum + 3 + changes.length + remedies.length, 0);
}
