import { foldAlike, othersText, type Alike } from '../alike.ts';
import { countWords, groupSteps, isGrave, type StepGroup, gist } from '../plan-groups.ts';
import { isKept, openWords, type StepView } from '../step-view.ts';
import { stepHead, stepLines } from './plan-step.ts';
import { shorten, widthOf } from '../../text/flow-text.ts';
import { inertLine, inertPath } from '../../text/inert.ts';
import { paragraph, withTail, type Page, type StepPage } from '../../text/text-page.ts';

/** Maximum number of names of folded resources. */
const mostNamed = 12;

/** With less room, the changed fields are left out. */
const leastGist = 15;

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
  const full = (some: readonly StepView[]): readonly (readonly string[])[] =>
    foldAlike(some, 'short').map((alike) => alikeLines(alike, page));
  if (!isShort) return full(views);
  const inFull = worthTheirLines(views);
  return [false, true].flatMap((areKept) => {
    const some = views.filter(({ step }) => isKept(step) === areKept);
    const rest = some.filter((view) => !inFull.has(view));
    return [...full(some.filter((view) => inFull.has(view))), ...groupLines(rest, page)];
  });
}

/** Whether there are too many steps to show each in full, with equal ones folded. */
export function isInShort(views: readonly StepView[], { view }: Page): boolean {
  return view === 'brief' && weight(foldAlike(views, 'short').map(({ first }) => first)) > mostInFull;
}

/** All steps that affect security, and kept or blocked ones up to the limit, in order. */
function worthTheirLines(views: readonly StepView[]): ReadonlySet<StepView> {
  const isFirst = ({ step, refused }: StepView): boolean => isGrave(step) || refused.length > 0;
  const grave = views.filter(isFirst);
  let left = mostRiskyInFull - weight(grave);
  const kept = views.filter((view) => {
    if (isFirst(view) || !(isKept(view.step) || view.step.missingSecrets.length > 0)) return false;
    left -= weight([view]);
    return left >= 0;
  });
  return new Set([...grave, ...kept]);
}

function weight(views: readonly StepView[]): number {
  return views.reduce((sum, { step }) => sum + 3 + step.changes.length + step.remedies.length, 0);
}

/** Steps by folder and kind: folded steps with a sample in full, all others in one line each. */
function groupLines(views: readonly StepView[], page: StepPage): readonly (readonly string[])[] {
  return groupSteps(views).map((group) => {
    const folded = foldAlike(group.all, 'long');
    const single = folded.flatMap(({ first, others }) => (others.length === 0 ? [first] : []));
    const width = Math.max(0, ...single.map((view) => stepHead(view, page).width));
    return [
      page.paint('strong', heading(group)),
      ...folded.flatMap((alike) => (alike.others.length === 0 ? [] : alikeLines(alike, page))),
      ...single.flatMap((view) => stepLine(view, Math.min(width, page.columns / 2), page)),
    ];
  });
}

/** `resources/storefront, 212 https-route: 210 update, 2 create`. */
function heading({ folder, kind, all }: StepGroup<StepView>): string {
  const where = folder === undefined ? 'removed from the files' : inertPath(folder);
  return `${where}, ${all.length} ${kind}: ${countWords(all)}`;
}

/** The sample in full, and the names of the others. */
function alikeLines(alike: Alike<StepView>, page: StepPage): readonly string[] {
  const { first, others } = alike;
  if (others.length === 0) return stepLines(first, page);
  // No name is left out of a change that affects security.
  const { words, names, rest } = othersText(alike, isGrave(first.step) ? Infinity : mostNamed);
  const more = rest === 0 ? '' : `, and ${rest} more (plan --all shows each)`;
  return stepLines(first, page, paragraph(`${words}: ${names.join(', ')}${more}`, 6, page, '    '));
}

/** One line, aligned with the others. */
function stepLine(view: StepView, width: number, page: StepPage): readonly string[] {
  const head = stepHead(view, page, width);
  const hash = [
    ...(view.isOpen ? [openWords] : []),
    ...(view.change === '' ? [] : [`change ${view.change}`]),
  ];
  const room = page.columns - head.width - widthOf(hash.join('  ')) - 4;
  const what = room < leastGist ? [] : [shorten(inertLine(gist(view.step)), room)];
  return withTail(head, [...hash, ...what], { indent: 4, page });
}
