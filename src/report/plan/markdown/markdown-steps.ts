import type { Step } from '../../../model/plan.ts';
import { foldAlike, type Alike } from '../alike.ts';
import { clip } from '../../text/flow.ts';
import { inertLine } from '../../text/inert.ts';
import { codeSpan } from '../../text/markdown.ts';
import { fitList, type RoomPart } from '../../text/markdown-room.ts';
import { stepItem, stepParagraphs } from './markdown-step.ts';
import { countWords, groupSteps, stepsByGroup, isRisky, type StepGroup } from '../plan-groups.ts';

/** The steps: those that must be judged open, all others in a fold for each folder and kind. */
export function stepsPart(steps: readonly Step[]): readonly RoomPart[] {
  if (steps.length === 0) return [];
  const head = '### Steps\n\n';
  const counts = `${countWords(steps)}: see the full plan\n\n`;
  const ordered = stepsByGroup(steps);
  const parts = [
    ...ordered.filter(isRisky).map((first) => stepPart({ first, others: [], hasSameValues: false })),
    ...groupSteps(ordered.filter((step) => !isRisky(step))).map(groupPart),
  ];
  const rest = (left: readonly (RoomPart & Counted)[]): string =>
    left.length === 0 ? '' : `- ${countWords(left.flatMap((part) => part.steps))} more: see the full plan\n`;
  const render = (room: number): string => {
    if (room < head.length + counts.length + 200) return head + counts;
    return `${head}${fitList(parts, room - head.length - 1, rest)}\n`;
  };
  return [{ least: head + counts, rank: 4, render }];
}

interface Counted {
  readonly steps: readonly Step[];
}

function stepPart(alike: Alike): RoomPart & Counted {
  const least = stepItem(alike);
  let full: string | undefined;
  const render = (room: number): string => {
    if (room <= least.length) return least;
    full ??= stepParagraphs(alike);
    return full.length <= room ? full : least;
  };
  return { least, rank: 0, render, steps: [alike.first, ...alike.others] };
}

/** Open it and there are the steps; with too little room a sample of those that are alike, then no more than how many there are. */
function groupPart(group: StepGroup): RoomPart & Counted {
  const words = summaryWords(group);
  const begin = `\n<details><summary>${words.html}</summary>\n\n`;
  const end = '\n</details>\n\n';
  const items = foldAlike(group.steps, 'short').map(stepPart);
  const samples = foldAlike(group.steps, 'long').map(stepPart);
  const least = `- ${words.text}\n`;
  const rest = (left: readonly (RoomPart & Counted)[]): string =>
    left.length === 0 ? '' : `- ${countWords(left.flatMap(({ steps }) => steps))} more: see the full plan\n`;
  const render = (room: number): string => {
    const inner = room - begin.length - end.length;
    const whole = items.map((item) => item.render(Infinity)).join('');
    if (whole.length <= inner) return begin + whole + end;
    return inner < rest(samples).length ? least : begin + fitList(samples, inner, rest) + end;
  };
  return { least, rank: 0, render, steps: group.steps };
}

function summaryWords({ folder, kind, steps }: StepGroup): { readonly text: string; readonly html: string } {
  const counts = `${countWords(steps)} of ${kind}`;
  if (folder === undefined)
    return { text: `${counts}, no longer written down`, html: `${counts}, no longer written down` };
  const name = clip(inertLine(folder), 200);
  return { text: `${counts} in ${codeSpan(name)}`, html: `${counts} in <code>${htmlText(name)}</code>` };
}

function htmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
