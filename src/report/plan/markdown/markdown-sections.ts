import { shortChange } from '../../../derive/approval-text.ts';
import type { PlanNote, Refusal, Step } from '../../../model/plan.ts';
import { approvalWays } from '../approval-ways.ts';
import { exposedSteps } from '../exposed.ts';
import { codeSpan } from '../../text/markdown.ts';
import { fitList, fixedPart, type RoomPart } from '../../text/markdown-room.ts';
import { cut, shortSentence } from './markdown-step.ts';
import { mostFresh, shiftNotes, type Traffic } from '../new-urls.ts';
import type { BindingFact } from '../plan-binding.ts';
import { isGate } from '../text/plan-gates.ts';
import { noteText } from '../words/note.ts';
import { overrideOf, refusalText } from '../words/refusal.ts';
import { protectionLines } from '../text/plan-step.ts';

/** A heading, what it counts, and a list that is as long as there is room for. Nothing where there is nothing to list. */
export function listSection(
  { title, rank, counts }: { readonly title: string; readonly rank: number; readonly counts: string },
  items: readonly RoomPart[],
): readonly RoomPart[] {
  if (items.length === 0) return [];
  const head = `### ${title}\n\n`;
  const rest = (left: readonly RoomPart[]): string =>
    left.length === 0
      ? ''
      : left.length === items.length
        ? `${counts}: see the full plan\n`
        : `- ${left.length} more: see the full plan\n`;
  const least = `${head}${rest(items)}\n`;
  const render = (room: number): string => `${head}${fitList(items, room - head.length - 1, rest)}\n`;
  return [{ least, rank, render }];
}

/** What the files would loosen, and approvals that are new (`--base`). */
export function gatesPart(notes: readonly PlanNote[]): readonly RoomPart[] {
  const items = noteItems(notes.filter(isGate));
  return listSection({ title: 'Gates', rank: 1, counts: `${items.length} gates` }, items);
}

export function exposurePart(steps: readonly Step[]): readonly RoomPart[] {
  const items = exposedSteps(steps).map(({ step, how, reasons, isAllowed, change }) => {
    const said = isAllowed === true ? 'allowed' : 'nobody has said yes to it';
    const approval = isAllowed === undefined ? '' : ` (change ${codeSpan(shortChange(change))}, ${said})`;
    const line = `- **${codeSpan(step.address)} ${how}**${approval}\n`;
    const protect =
      isAllowed === undefined ? [] : protectionLines(step).map((text) => `  - ${codeSpan(text)}\n`);
    return fixedPart(
      [line, ...reasons.map((reason) => `  - ${shortSentence(reason, 2000)}\n`), ...protect].join(''),
      line,
    );
  });
  const counts = `${items.length} less protected, newly reachable or not judged`;
  return listSection({ title: 'Exposure', rank: 1, counts }, items);
}

export function refusalsPart(refusals: readonly Refusal[]): readonly RoomPart[] {
  const items = refusals.map((refusal) => {
    const text = refusalText(refusal);
    const override = overrideOf(refusal);
    const way = override.isFlags ? cut(override.text, 2000) : shortSentence(override.text, 2000);
    const ways = [way, ...approvalWays(refusal).map((one) => shortSentence(one, 2000))];
    const list = ways.map((one) => `  - ${one}\n`).join('');
    return fixedPart(`- ${shortSentence(text, 2000)}\n${list}`, `- ${shortSentence(text, 200)}\n`);
  });
  return listSection({ title: 'Refused', rank: 2, counts: `${items.length} reasons` }, items);
}

export function trafficPart({ handed }: Traffic): readonly RoomPart[] {
  const items = handed.map((shift) => {
    const { space, from, to } = shift;
    const line = `- ${cut(space, 500)}: from ${server(from)} to ${server(to)}\n`;
    const notes = shiftNotes(shift).map((note) => `  - ${cut(note, 500)}\n`);
    return fixedPart([line, ...notes].join(''), line);
  });
  const counts = `${items.length} spaces of URLs`;
  return listSection({ title: 'Traffic that changes hands', rank: 3, counts }, items);
}

/** Where a plan makes much, the number is enough: each stands in the step that makes it, too. */
export function newUrlsPart({ fresh }: Traffic): readonly RoomPart[] {
  const counts = `${fresh.length} spaces of URLs that nobody served until now`;
  const items =
    fresh.length > mostFresh
      ? [fixedPart(`- ${counts}\n`)]
      : fresh.map(({ space, to }) => fixedPart(`- ${cut(space, 500)}: ${server(to)}\n`));
  return listSection({ title: 'New URLs', rank: 4, counts }, items);
}

function server(address: string | undefined): string {
  return address === undefined ? 'nobody' : codeSpan(address);
}

export function notesPart(notes: readonly PlanNote[]): readonly RoomPart[] {
  const items = noteItems(notes.filter((note) => !isGate(note)));
  return listSection({ title: 'To know', rank: 5, counts: `${items.length} notes` }, items);
}

/** What a saved plan is bound to. */
export function bindingPart(facts: readonly BindingFact[]): readonly RoomPart[] {
  const items = facts.map(({ name, value }) => fixedPart(`- ${name}: ${cut(value, 2000)}\n`));
  return listSection({ title: 'Bound to', rank: 5, counts: `${items.length} things` }, items);
}

function noteItems(notes: readonly PlanNote[]): readonly RoomPart[] {
  return notes.map((note) => {
    const { address } = note;
    const text = noteText(note);
    const whose = address === undefined ? '' : `${codeSpan(address)}: `;
    return fixedPart(`- ${whose}${shortSentence(text, 2000)}\n`, `- ${whose}${shortSentence(text, 150)}\n`);
  });
}
