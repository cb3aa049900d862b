import { planDigest } from '../../../derive/plan-digest.ts';
import type { MadeBy } from '../../../model/plan/made-by.ts';
import type { Plan } from '../../../model/plan/plan.ts';
import { clip } from '../../../text/clip.ts';
import { codeSpan, sentence } from '../../text/markdown.ts';
import { fixedPart, type RoomPart } from '../../text/markdown-room.ts';
import { attributionText } from '../change-notes.ts';
import { madeByFacts } from '../made-by.ts';
import { shownSteps } from '../summary.ts';

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
export function madeByPart(madeBy: MadeBy | undefined): readonly RoomPart[] {
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
  return (['pull-request', 'pending', 'drift', 'undoes-outside'] as const).flatMap((one) => {
    const count = steps.filter(({ attribution = [] }) => attribution.includes(one)).length;
    return count === 0 ? [] : [`${count} ${sentence(attributionText(one, plan.base?.ref))}`];
  });
}
