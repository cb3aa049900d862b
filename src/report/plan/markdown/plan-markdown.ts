import type { MadeBy, Plan } from '../../../model/plan/plan.ts';
import { footPart } from './drift-markdown.ts';
import {
  approvalsPart,
  bindingPart,
  cautionPart,
  diffPart,
  gatesPart,
  notesPart,
  routingPart,
  testsPart,
  waysPart,
} from './markdown-sections.ts';
import { tablePart, usualMaxSize } from './markdown-table.ts';
import { planView, type PlanView } from '../plan-view.ts';
import type { BindingFact } from '../saved-texts.ts';
import type { ApplyCommand, ApproveCommand } from '../verdict.ts';
import { fitList, fitParts, fixedPart, type RoomPart } from '../../text/markdown-room.ts';
import { alertBlock, codeSpan, firstItems, sentence, shortSentence } from '../../text/markdown.ts';
import { clip } from '../../../text/words/clip.ts';

export interface PlanMarkdownOptions {
  /** In UTF-16 units, at least as many as services count; by default GitHub's limit. */
  readonly maxSize?: number | undefined;
  readonly command?: (plan: Plan) => ApplyCommand;
  readonly approve?: ((plan: Plan) => ApproveCommand) | undefined;
  /** The binding of a single saved plan. */
  readonly binding?: readonly BindingFact[];
  /** The provenance of the plans, for the footer. */
  readonly madeBy?: MadeBy | undefined;
  /** The https address of the HTML page. */
  readonly pageUrl?: string | undefined;
  /** The folder of the workspace in its repository, with a final slash: the heading names it. Empty at the root. */
  readonly folder?: string;
  /** The reason why the plans may not be as Edgewright made them; the page then says so. */
  readonly unverified?: UnverifiedSource | undefined;
}

/** Plans from a file without a seal, or from a job that a pull request controls. */
export type UnverifiedSource = 'no-seal' | 'pull-request';

const unverifiedText: Readonly<Record<UnverifiedSource, string>> = {
  'no-seal': 'Read from a file without a seal; not verified.',
  'pull-request': 'Made by a job of the pull request; not verified.',
};

export function planMarkdown(
  plans: readonly Plan[],
  {
    maxSize = usualMaxSize,
    command,
    approve,
    binding = [],
    madeBy,
    pageUrl,
    unverified,
    folder = '',
  }: PlanMarkdownOptions = {},
): string {
  const where = folder === '' ? '' : `${codeSpan(clip(folder.replace(/\/$/, ''), 200))}: `;
  const views = plans.map((plan) => planView(plan, command?.(plan), approve?.(plan)));
  const overview = plans.length === 1 ? '' : `## ${where}Plans\n\n${views.map(overviewItem).join('')}\n`;
  const warning = unverified === undefined ? '' : alertBlock('NOTE', [unverifiedText[unverified]]);
  const notice = [fixedPart(warning)];
  const all = [
    fixedPart(overview, plans.length === 1 ? '' : `## ${where}Plans\n\n`),
    ...(plans.length === 1 ? [] : notice),
    ...views.flatMap((view) =>
      partsOf(view, plans.length === 1 ? { notice, where } : { notice: [], where: '' }),
    ),
    ...bindingPart(binding),
    ...footPart(plans, { madeBy, pageUrl }),
  ];
  return fitParts(all, maxSize) ?? briefMarkdown(views, { maxSize, warning, where });
}

interface PageHead {
  readonly notice: readonly RoomPart[];
  /** The workspace, before a colon; empty at the root of the repository. */
  readonly where: string;
}

function partsOf(view: PlanView, { notice, where }: PageHead): readonly RoomPart[] {
  return [
    fixedPart(`## ${where}${sentence(clip(view.title, 500))}\n\n`),
    ...notice,
    ...cautionPart(view),
    ...testsPart(view.tests),
    ...gatesPart(view),
    ...tablePart(view.steps),
    endPart(view),
    ...approvalsPart(view),
    ...waysPart(view),
    ...routingPart(view),
    ...diffPart(view),
    ...notesPart(view.notes),
  ];
}

/** The counts again and the next command, without what the caution block already says. */
function endPart({ plan, sum, verdict }: PlanView): RoomPart {
  const sentences = plan.refusals.length > 0 ? verdict.sentences.slice(1) : verdict.sentences;
  const next =
    verdict.next === undefined || plan.refusals.length > 0
      ? []
      : [`${sentence(verdict.next.label)}: ${codeSpan(clip(verdict.next.command, 1000))}`];
  const lines = [sentence(sum), ...sentences.map((sentence) => shortSentence(sentence, 2000)), ...next];
  return fixedPart(`${lines.join('  \n')}\n\n`, '', 3);
}

function overviewItem({ title }: PlanView): string {
  return `- ${sentence(clip(title, 300))}\n`;
}

interface BriefOptions {
  readonly maxSize: number;
  /** A block that no limit removes; may be empty. */
  readonly warning: string;
  readonly where: string;
}

/** For limits that not even the headings fit into: the counts, and what is refused, as far as there is room. */
function briefMarkdown(views: readonly PlanView[], { maxSize, warning, where }: BriefOptions): string {
  const [only, ...more] = views;
  const counts =
    only !== undefined && more.length === 0
      ? [fixedPart(`## ${where}${sentence(clip(only.title, 200))}\n\n`)]
      : [fixedPart(`## ${where}Plans\n\n`), countsPart(views)];
  const parts = [...counts, fixedPart(warning), ...refusedPart(views)];
  return fitParts(parts, maxSize) ?? 'The plan does not fit: see the full plan\n'.slice(0, maxSize);
}

/** At least the number of refused plans. */
function refusedPart(views: readonly PlanView[]): readonly RoomPart[] {
  const refused = views.filter(({ plan }) => plan.refusals.length > 0);
  if (refused.length === 0) return [];
  const count = `${refused.length} ${refused.length === 1 ? 'plan is' : 'plans are'} refused: see the full plan`;
  const lines = refused.map(({ plan, verdict }) => {
    const whose = views.length === 1 ? '' : `${sentence(`\`${plan.environment}\``)}: `;
    return `${whose}${shortSentence(clip(verdict.sentences[0] ?? '', 200), 200)}`;
  });
  return [fixedPart(alertBlock('CAUTION', firstItems(lines, 20)), alertBlock('CAUTION', [count]))];
}

function countsPart(views: readonly PlanView[]): RoomPart {
  const items = views.map((view) => fixedPart(overviewItem(view)));
  const rest = (left: readonly RoomPart[]): string =>
    left.length === 0 ? '' : `\n${left.length} more environments: see the full plan\n`;
  return { least: `${rest(items)}\n`, rank: 1, render: (room) => `${fitList(items, room - 1, rest)}\n` };
}
