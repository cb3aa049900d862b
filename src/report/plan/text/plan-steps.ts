import type { Step } from '../../../model/plan/step.ts';
import { foldAlike } from '../alike.ts';
import { isGrave } from '../plan-groups.ts';
import { isKept, type StepView } from '../step-view.ts';
import { alikeLines, groupLines } from './plan-lines.ts';
import type { Page, StepPage } from './plan-page.ts';
import { stepLines } from './plan-step.ts';

/**
 * Limits for steps in full: each step and each changed field counts as one line. Beyond them a step takes one line, or
 * one sample stands for many. Steps that affect security are never cut short.
 */
const mostInFull = 300;
const mostRiskyInFull = 200;

/**
 * One block for each step, equal ones folded. In a very long plan, refused steps and those that weaken protection or
 * delete stay in full, followed by samples and lists of the others.
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

/** Whether there are too many steps to show each in full. */
export function isInShort(views: readonly StepView[], { view }: Page): boolean {
  return view === 'brief' && isLong(views.map(({ step }) => step));
}

/** Whether the plan is over the limit with equal steps folded. */
function isLong(steps: readonly Step[]): boolean {
  return weight(foldAlike(steps, 'short').map(({ first }) => first)) > mostInFull;
}

/** All steps that affect security, and kept or blocked ones up to the limit, in order. */
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
