import { shortChange } from '../../../derive/approval-text.ts';
import type { Step } from '../../../model/plan.ts';
import { foldAlike, othersText, type Alike } from '../alike.ts';
import { shorten } from '../../text/flow.ts';
import { inertLine, inertPath } from '../../text/inert.ts';
import { countWords, gist, groupSteps, type StepGroup } from '../plan-groups.ts';
import { paragraph, withTail, type Page } from './plan-page.ts';
import { stepHead, stepLines } from './plan-step.ts';
import { widthOf } from '../../text/wrap.ts';

/** So many resources are named of those that are alike. */
const mostNamed = 12;
/** In less room what a step changes is not worth saying. */
const leastGist = 15;

/** Steps below their folder and kind: of what is alike a sample in full, all else in a line each. */
export function groupLines(steps: readonly Step[], page: Page): readonly (readonly string[])[] {
  return groupSteps(steps).map((group) => {
    const folded = foldAlike(group.steps, 'long');
    const single = folded.flatMap(({ first, others }) => (others.length === 0 ? [first] : []));
    const width = Math.max(0, ...single.map((step) => stepHead(step, page).width));
    return [
      page.paint('strong', heading(group)),
      ...folded.flatMap((alike) => (alike.others.length === 0 ? [] : alikeLines(alike, page))),
      ...single.flatMap((step) => stepLine(step, Math.min(width, page.columns / 2), page)),
    ];
  });
}

/** `resources/storefront, 212 https-route: 210 update, 2 create`. */
function heading({ folder, kind, steps }: StepGroup): string {
  const where = folder === undefined ? 'no longer written down' : inertPath(folder);
  return `${where}, ${steps.length} ${kind}: ${countWords(steps)}`;
}

/** The sample in full, and whose the others are. */
export function alikeLines(alike: Alike, page: Page): readonly string[] {
  const { first, others } = alike;
  if (others.length === 0) return stepLines(first, page);
  const { words, names, rest } = othersText(alike, mostNamed);
  const more = rest === 0 ? '' : `, and ${rest} more (plan --all shows each)`;
  return [...stepLines(first, page), ...paragraph(`${words}: ${names.join(', ')}${more}`, 6, page, '    ')];
}

/** One line, its columns below those of the others. */
function stepLine(step: Step, width: number, page: Page): readonly string[] {
  const head = stepHead(step, page, width);
  const hash = step.hash === '' ? [] : [`change ${shortChange(step.hash)}`];
  const room = page.columns - head.width - widthOf(hash.join('')) - 4;
  const what = room < leastGist ? [] : [shorten(inertLine(gist(step)), room)];
  return withTail(head, [...hash, ...what], { indent: 4, page });
}
