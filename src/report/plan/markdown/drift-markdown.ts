/**
 * Drift as Markdown, for a job summary or an issue: the count, a row for each object, then both sides of each and the
 * ways to resolve it, folded. In limited room the folded parts go first, then rows.
 */
import type { Drift } from '../../../model/drift.ts';
import type { MadeBy } from '../../../model/plan/made-by.ts';
import { clip } from '../../../text/clip.ts';
import { sentence } from '../../text/markdown.ts';
import { fitList, fitParts, fixedPart, type RoomPart } from '../../text/markdown-room.ts';
import { driftSetting, driftSummary, driftVerdict } from '../drift-summary.ts';
import { stepsByGroup } from '../plan-groups.ts';
import { stepView } from '../step-view.ts';
import { madeByPart } from './markdown-foot.ts';
import { diffPart, notesPart, waysPart } from './markdown-sections.ts';
import { tablePart } from './markdown-table.ts';
import { shortSentence, usualMaxSize } from './markdown-text.ts';

export interface DriftMarkdownOptions {
  /** In UTF-16 units; by default GitHub's limit. */
  readonly maxSize?: number | undefined;
  /** For the footer. */
  readonly madeBy?: MadeBy | undefined;
}

export function driftMarkdown(
  drifts: readonly Drift[],
  { maxSize = usualMaxSize, madeBy }: DriftMarkdownOptions = {},
): string {
  const parts = [...drifts.flatMap(partsOf), ...madeByPart(madeBy)];
  return fitParts(parts, maxSize) ?? summariesOnly(drifts, maxSize);
}

function partsOf(drift: Drift): readonly RoomPart[] {
  const steps = stepsByGroup(drift.steps).map((step) => stepView(step, driftSetting));
  const { notes } = drift;
  return [
    fixedPart(`## ${titleOf(drift)}\n\n`),
    ...tablePart(steps),
    fixedPart(`${shortSentence(driftVerdict(drift), 2000)}\n\n`),
    ...waysPart({ steps }),
    ...diffPart({ steps }),
    ...notesPart({ notes }),
  ];
}

function titleOf(drift: Drift): string {
  return sentence(clip(driftSummary(drift), 500));
}

/** For so many environments that their tables do not fit. */
function summariesOnly(drifts: readonly Drift[], maxSize: number): string {
  const title = '## Drift\n\n';
  const items = drifts.map((drift) => fixedPart(`- ${titleOf(drift)}\n`));
  const rest = (left: readonly RoomPart[]): string =>
    left.length === 0 ? '' : `\n${left.length} more environments\n`;
  return title + fitList(items, maxSize - title.length, rest);
}
