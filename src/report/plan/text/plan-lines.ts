import { foldAlike, othersText, type Alike } from '../alike.ts';
import { shorten } from '../../text/flow.ts';
import { inertLine, inertPath } from '../../text/inert.ts';
import { widthOf } from '../../text/wrap.ts';
import { countWords, gist, groupSteps, type StepGroup } from '../plan-groups.ts';
import type { StepView } from '../step-view.ts';
import { paragraph, withTail } from './plan-page.ts';
import { stepHead, stepLines } from './plan-step.ts';
import type { StepPage } from './plan-page.ts';

/** Maximum number of names of folded resources. */
const mostNamed = 12;
/** With less room, the changed fields are left out. */
const leastGist = 15;

/** Steps by folder and kind: folded steps with a sample in full, all others in one line each. */
export function groupLines(views: readonly StepView[], page: StepPage): readonly (readonly string[])[] {
  const viewOf = new Map(views.map((view) => [view.step, view]));
  return groupSteps(views.map(({ step }) => step)).map((group) => {
    const folded = foldAlike(group.steps, 'long');
    const single = folded.flatMap(({ first, others }) =>
      others.length === 0 ? (viewOf.get(first) ?? []) : [],
    );
    const width = Math.max(0, ...single.map((view) => stepHead(view, page).width));
    return [
      page.paint('strong', heading(group)),
      ...folded.flatMap((alike) => (alike.others.length === 0 ? [] : alikeLines(alike, viewOf, page))),
      ...single.flatMap((view) => stepLine(view, Math.min(width, page.columns / 2), page)),
    ];
  });
}

/** `resources/storefront, 212 https-route: 210 update, 2 create`. */
function heading({ folder, kind, steps }: StepGroup): string {
  const where = folder === undefined ? 'removed from the files' : inertPath(folder);
  return `${where}, ${steps.length} ${kind}: ${countWords(steps)}`;
}

/** The sample in full, and the names of the others. */
export function alikeLines(
  alike: Alike,
  viewOf: ReadonlyMap<Alike['first'], StepView>,
  page: StepPage,
): readonly string[] {
  const { first, others } = alike;
  const view = viewOf.get(first);
  const sample = view === undefined ? [] : stepLines(view, page);
  if (others.length === 0) return sample;
  const { words, names, rest } = othersText(alike, mostNamed);
  const more = rest === 0 ? '' : `, and ${rest} more (plan --all shows each)`;
  return [...sample, ...paragraph(`${words}: ${names.join(', ')}${more}`, 6, page, '    ')];
}

/** One line, aligned with the others. */
function stepLine(view: StepView, width: number, page: StepPage): readonly string[] {
  const head = stepHead(view, page, width);
  const hash = view.change === '' ? [] : [`change ${view.change}`];
  const room = page.columns - head.width - widthOf(hash.join('')) - 4;
  const what = room < leastGist ? [] : [shorten(inertLine(gist(view.step)), room)];
  return withTail(head, [...hash, ...what], { indent: 4, page });
}
