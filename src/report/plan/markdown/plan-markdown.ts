/**
 * Plans as a comment of a pull request. A service cuts or refuses what is too long, so each section can be shown in
 * less: with its details, as a line each, as a count. Gates that would open and what protects less are shown best, then
 * what is refused, which URLs change hands, the steps that must be judged, the other steps, the notes. Everything that
 * a user or a server wrote stands in code, where nobody is mentioned and nothing becomes a link.
 */
import type { Plan } from '../../../model/plan.ts';
import { isUnjudged } from '../exposed.ts';
import { clip } from '../../text/flow.ts';
import { codeSpan, sentence } from '../../text/markdown.ts';
import { fitList, fitParts, fixedPart, type RoomPart } from '../../text/markdown-room.ts';
import {
  exposurePart,
  bindingPart,
  gatesPart,
  newUrlsPart,
  notesPart,
  refusalsPart,
  trafficPart,
} from './markdown-sections.ts';
import { stepsPart } from './markdown-steps.ts';
import { splitTraffic } from '../new-urls.ts';
import { isSilent } from '../plan-groups.ts';
import { madeByFacts, type MadeBy } from '../made-by.ts';
import type { BindingFact } from '../plan-binding.ts';
import { advice, planSummary } from '../plan-summary.ts';

export interface PlanMarkdownOptions {
  /** In UTF-16 units, which is at least what a service counts; by default what GitHub takes. */
  readonly maxSize?: number | undefined;
  /** The command that applies a plan. */
  readonly next?: (plan: Plan) => string | undefined;
  /** What the only plan is bound to, where it was saved. */
  readonly binding?: readonly BindingFact[];
  /** Where the plans come from, for the foot of the page. */
  readonly madeBy?: MadeBy | undefined;
}

/** What GitHub takes in a comment. GitLab takes a million. */
const usualMaxSize = 65_536;
export function planMarkdown(
  plans: readonly Plan[],
  { maxSize = usualMaxSize, next, binding = [], madeBy }: PlanMarkdownOptions = {},
): string {
  const overview = plans.length === 1 ? '' : `## Plans\n\n${plans.map(overviewItem).join('')}\n`;
  const parts = plans.flatMap((plan) => partsOf(plan, next?.(plan)));
  const all = [
    fixedPart(overview, plans.length === 1 ? '' : '## Plans\n\n'),
    ...parts,
    ...bindingPart(binding),
    ...footPart(madeBy),
  ];
  const page = fitParts(all, maxSize);
  return page ?? countsOnly(plans, maxSize);
}

/** One line, the first to go where there is no room. */
function footPart(madeBy: MadeBy | undefined): readonly RoomPart[] {
  if (madeBy === undefined) return [];
  const facts = madeByFacts(madeBy).map(({ name, value }) => `${name} ${codeSpan(clip(value, 200))}`);
  return [fixedPart(`---\n\n${facts.join(', ')}\n`, '', 5)];
}

function partsOf(plan: Plan, next: string | undefined): readonly RoomPart[] {
  const traffic = splitTraffic(plan);
  const shown = plan.steps.filter((step) => !isSilent(step));
  return [
    headPart(plan, next),
    ...gatesPart(plan.notes),
    ...exposurePart(shown),
    ...refusalsPart(plan.refusals),
    ...trafficPart(traffic),
    ...newUrlsPart(traffic),
    ...stepsPart(shown),
    ...notesPart(plan.notes),
  ];
}

function headPart(plan: Plan, next: string | undefined): RoomPart {
  const shown = plan.steps.filter((step) => !isSilent(step));
  const { next: command, sentences } = advice(plan, shown, next);
  const title = `## Plan for ${codeSpan(clip(plan.environment, 100))}\n\n`;
  const sum = `${sentence(summaryOf(plan))}\n\n`;
  const more = [
    ...(plan.base === undefined
      ? []
      : [
          `- compared with ${codeSpan(clip(plan.base.ref, 200))} at ${codeSpan(plan.base.commit.slice(0, 10))}`,
        ]),
    ...(command === undefined ? [] : [`- next: ${codeSpan(clip(command, 1000))}`]),
    ...sentences.map((each) => `- ${sentence(each.replace(' above ', ' below '))}`),
  ];
  const list = more.length === 0 ? '' : `${more.join('\n')}\n\n`;
  return fixedPart(title + sum + list, title + sum);
}

/** `2 to update, 1 blocked; 28 unchanged; 1 gets weaker, 1 refused`. */
function summaryOf(plan: Plan): string {
  const shown = plan.steps.filter((step) => !isSilent(step));
  const exposed = shown.filter(
    ({ exposure }) => exposure !== undefined && exposure.direction !== 'unknown',
  ).length;
  const unjudged = shown.filter(isUnjudged).length;
  const more = [
    ...(exposed === 0 ? [] : [`${exposed} less protected or newly reachable`]),
    ...(unjudged === 0 ? [] : [`${unjudged} not judged`]),
    ...(plan.refusals.length === 0 ? [] : [`${plan.refusals.length} refused`]),
  ];
  return [planSummary(plan, shown), ...more].join('; ');
}

function overviewItem(plan: Plan): string {
  return `- ${codeSpan(clip(plan.environment, 100))}: ${sentence(summaryOf(plan))}\n`;
}

/** So many environments that there is no room for their headings. */
function countsOnly(plans: readonly Plan[], maxSize: number): string {
  const title = '## Plans\n\n';
  const items = plans.map((plan) => fixedPart(overviewItem(plan)));
  const rest = (left: readonly RoomPart[]): string =>
    left.length === 0 ? '' : `\n${left.length} more environments: see the full plan\n`;
  return title + fitList(items, maxSize - title.length, rest);
}
