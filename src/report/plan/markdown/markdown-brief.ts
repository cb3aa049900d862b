import { clip } from '../../../text/clip.ts';
import { sentence } from '../../text/markdown.ts';
import { fitList, fitParts, fixedPart, type RoomPart } from '../../text/markdown-room.ts';
import type { PlanView } from '../plan-view.ts';
import { alertBlock } from './markdown-sections.ts';
import { shortSentence } from './markdown-text.ts';

interface BriefOptions {
  readonly maxSize: number;
  /** A block that no limit removes; may be empty. */
  readonly warning: string;
}

/** For limits that not even the headings fit into: the counts, and what is refused, as far as there is room. */
export function briefMarkdown(views: readonly PlanView[], { maxSize, warning }: BriefOptions): string {
  const [only, ...more] = views;
  const counts =
    only !== undefined && more.length === 0
      ? [fixedPart(`## ${sentence(clip(only.title, 200))}\n\n`)]
      : [fixedPart('## Plans\n\n'), countsPart(views)];
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
    return `- ${whose}${shortSentence(clip(verdict.sentences[0] ?? '', 200), 200)}`;
  });
  const most = 20;
  const rest = lines.length - most;
  const shown = [...lines.slice(0, most), ...(rest > 0 ? [`- ${rest} more: see the full plan`] : [])];
  return [fixedPart(alertBlock('CAUTION', shown), alertBlock('CAUTION', [count]))];
}

function countsPart(views: readonly PlanView[]): RoomPart {
  const items = views.map(({ title }) => fixedPart(`- ${sentence(clip(title, 300))}\n`));
  const rest = (left: readonly RoomPart[]): string =>
    left.length === 0 ? '' : `\n${left.length} more environments: see the full plan\n`;
  return { least: `${rest(items)}\n`, rank: 1, render: (room) => `${fitList(items, room - 1, rest)}\n` };
}
