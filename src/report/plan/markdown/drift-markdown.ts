import { planDigest } from '../../../derive/plan-digest.ts';
import type { Drift } from '../../../model/drift.ts';
import type { MadeBy, Plan } from '../../../model/plan/plan.ts';
import { attributionText } from '../words/attribution-words.ts';
import { driftView, type DriftView } from '../drift-summary.ts';
import { diffPart, notesPart, testsPart, waysPart, weakenedPart } from './markdown-sections.ts';
import { tablePart, usualMaxSize } from './markdown-table.ts';
import { shownSteps } from '../summary.ts';
import { fitList, fitParts, fixedPart, type RoomPart } from '../../text/markdown-room.ts';
import { codeSpan, sentence, shortSentence } from '../../text/markdown.ts';
import { clip } from '../../../text/words/clip.ts';
import { madeByFacts } from '../made-by-facts.ts';

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
  const views = drifts.map(driftView);
  const parts = [...views.flatMap(partsOf), ...madeByPart(madeBy)];
  return fitParts(parts, maxSize) ?? summariesOnly(views, maxSize);
}

function partsOf(view: DriftView): readonly RoomPart[] {
  return [
    fixedPart(`## ${headingOf(view)}\n\n`),
    ...weakenedPart(view),
    ...testsPart(view.tests),
    ...tablePart(view.steps),
    fixedPart(`${shortSentence(view.verdict, 2000)}\n\n`),
    ...waysPart(view),
    ...diffPart(view),
    ...notesPart(view.notes),
  ];
}

function headingOf({ title }: DriftView): string {
  return sentence(clip(title, 500));
}

/** For so many environments that their tables do not fit. */
function summariesOnly(views: readonly DriftView[], maxSize: number): string {
  const title = '## Drift\n\n';
  const items = views.map((view) => fixedPart(`- ${headingOf(view)}\n`));
  return title + fitList(items, maxSize - title.length, ({ length }) => `\n${length} more environments\n`);
}

interface FootOptions {
  readonly madeBy: MadeBy | undefined;
  /** The https address of the HTML page. */
  readonly pageUrl: string | undefined;
}

/** One line, dropped first. */
export function footPart(plans: readonly Plan[], { madeBy, pageUrl }: FootOptions): readonly RoomPart[] {
  return lastLine([
    ...plans.flatMap((plan) =>
      plan.base === undefined
        ? []
        : [
            `compared with ${codeSpan(clip(plan.base.ref, 200))} at ${codeSpan(plan.base.commit.slice(0, 10))}`,
            ...attributionCounts(plan),
          ],
    ),
    ...(madeBy === undefined
      ? []
      : [...madeByWords(madeBy), `digest ${codeSpan(planDigest(plans).slice(0, 12))}`]),
    ...(pageUrl === undefined ? [] : [`[full plan](${pageUrl})`]),
  ]);
}

/** The provenance alone, as one line. */
function madeByPart(madeBy: MadeBy | undefined): readonly RoomPart[] {
  return lastLine(madeBy === undefined ? [] : madeByWords(madeBy));
}

function madeByWords(madeBy: MadeBy): readonly string[] {
  return madeByFacts(madeBy).map(({ name, value }) => `${name} ${codeSpan(clip(value, 200))}`);
}

function lastLine(facts: readonly string[]): readonly RoomPart[] {
  return facts.length === 0 ? [] : [fixedPart(`---\n\n${[...new Set(facts)].join(', ')}\n`, '', 3)];
}

/** `3 in this PR, 1 pending on main`: the number of steps by attribution. */
function attributionCounts(plan: Plan): readonly string[] {
  const steps = shownSteps(plan);
  return (['pull-request', 'pending', 'drift', 'undoes-outside'] as const).flatMap((cause) => {
    const count = steps.filter(({ attribution = [] }) => attribution.includes(cause)).length;
    return count === 0 ? [] : [`${count} ${sentence(attributionText(cause, plan.base?.ref))}`];
  });
}
