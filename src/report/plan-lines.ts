import { shortChange } from '../derive/approval-text.ts';
import type { Step } from '../model/plan.ts';
import { shorten } from './flow.ts';
import { inertLine, inertPath } from './inert.ts';
import { countWords, foldAlike, gist, groupBy, groupSteps, isRisky, type StepGroup } from './plan-groups.ts';
import { paragraph, withTail, type Page } from './plan-page.ts';
import { headWords, roleOf, stepHead, stepLines } from './plan-step.ts';
import { widthOf } from './wrap.ts';

/** So many resources are named where many have the same change. */
const mostNamed = 12;
/** In less room what a step changes is not worth saying. */
const leastGist = 15;
/** From so many steps on that change the same fields, they are listed by name. */
const leastFamily = 5;

/** Steps below their folder and kind: what is the same once, what is much alike by name, all else in a line each. */
export function groupLines(steps: readonly Step[], page: Page): readonly (readonly string[])[] {
  return groupSteps(steps).map((group) => {
    const folded = foldAlike(group.steps);
    const single = folded.flatMap(({ first, others }) => (others.length === 0 ? [first] : []));
    return [
      page.paint('strong', heading(group)),
      ...folded.flatMap(({ first, others }) =>
        others.length === 0 ? [] : [...stepLines(first, page), ...sameLines(others, page)],
      ),
      ...listLines(single, page),
    ];
  });
}

function listLines(steps: readonly Step[], page: Page): readonly string[] {
  const families = [...groupBy(steps, family).values()];
  const alone = families.filter((members) => members.length < leastFamily).flat();
  const width = Math.max(0, ...alone.map((step) => stepHead(step, page).width));
  return [
    ...families.flatMap((members) => (members.length < leastFamily ? [] : familyLines(members, page))),
    ...alone.flatMap((step) => stepLine(step, Math.min(width, page.columns / 2), page)),
  ];
}

/** Changes of the same fields, whatever the values; new resources. */
function family(step: Step): string {
  const { action, address, changes, reason } = step;
  if (isRisky(step)) return address;
  if (action === 'create') return action;
  return JSON.stringify([action, changes.length === 0 ? reason : changes.map(({ path }) => path)]);
}

/** `~ update 52 alike: description`, and the names. */
function familyLines(steps: readonly Step[], page: Page): readonly string[] {
  const [first] = steps;
  if (first === undefined) return [];
  const words = headWords(first.action);
  const what = first.action === 'create' ? first.reason : gist(first);
  const [line = '', ...wrapped] = paragraph(
    `${words} ${steps.length}, each with values of its own: ${what}`,
    4,
    page,
    '',
  );
  return [
    page.paint(roleOf(first.action), words) + line.slice(words.length),
    ...wrapped,
    ...paragraph(steps.map(({ address }) => address).join(', '), 4, page),
  ];
}

/** `resources/storefront, 212 https-route: 210 update, 2 create`. */
function heading({ folder, kind, steps }: StepGroup): string {
  const where = folder === undefined ? 'no longer written down' : inertPath(folder);
  return `${where}, ${steps.length} ${kind}: ${countWords(steps)}`;
}

/** The other resources that have the same change. */
export function sameLines(others: readonly Step[], page: Page): readonly string[] {
  if (others.length === 0) return [];
  const rest = others.length - mostNamed;
  const names: readonly string[] = [
    ...others.slice(0, mostNamed).map(({ address }) => address),
    ...(rest > 0 ? [`and ${rest} more (plan --all shows each)`] : []),
  ];
  return paragraph(`the same in ${others.length} others: ${names.join(', ')}`, 6, page, '    & ');
}

/** One line, its columns below those of the others. */
function stepLine(step: Step, width: number, page: Page): readonly string[] {
  const head = stepHead(step, page, width);
  const hash = step.hash === '' ? [] : [`change ${shortChange(step.hash)}`];
  const room = page.columns - head.width - widthOf(hash.join('')) - 4;
  const what = room < leastGist ? [] : [shorten(inertLine(gist(step)), room)];
  return withTail(head, [...hash, ...what], { indent: 4, page });
}
