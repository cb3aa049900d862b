import type { TrafficShift } from '../../../model/traffic/traffic-shift.ts';
import type { Refusal, PlanNote } from '../../../model/plan/plan.ts';
import { inertLine } from '../../text/inert.ts';
import { widthOf } from '../../text/wrap.ts';
import { groupBy } from '../plan-groups.ts';
import { notServed, shiftNotes, type Routing } from '../routing.ts';
import { notedText } from '../words/note.ts';
import { overrideText, refusalText } from '../words/refusal.ts';
import { commandLines, paragraph, withTail, type Page } from './plan-page.ts';
import type { StepPage } from './plan-page.ts';
import type { Role } from '../../text/paint.ts';

/** Limits of a brief plan: notes of one topic, and routing changes. */
const mostNotes = 10;
const mostShifts = 40;

/** Limits that the files would weaken, and new approvals: never cut short. */
export function gateLines(notes: readonly PlanNote[], page: Page): readonly string[] {
  const lines = notes.flatMap((note) => paragraph(notedText(note), 4, page, '  ! '));
  return lines.length === 0 ? [] : [heading('Gates', 'error', page), ...lines];
}

/** Refusals of the whole plan, with the ways to lift them. */
export function refusalBlocks(refusals: readonly Refusal[], page: StepPage): readonly (readonly string[])[] {
  return refusals.map((refusal) => {
    const text = overrideText(refusal);
    return [
      ...paragraph(`REFUSED: ${refusalText(refusal)}`, 4, page, '').map((line) => page.paint('error', line)),
      ...(page.approve === undefined
        ? paragraph(text, 19, page, `    to resolve:    `)
        : commandLines('allow once:    ', page.approve, 4, page)),
    ];
  });
}

/** `https://shop.example.com/checkout/*  https-route/legacy -> https-route/checkout`. */
export function routingLines({ changed }: Routing, page: Page): readonly string[] {
  const shown = page.view === 'all' ? changed : changed.slice(0, mostShifts);
  const lines = patternLines(shown, page);
  const rest = changed.length - shown.length;
  if (rest > 0) lines.push(`  … ${rest} more (plan --all shows each)`);
  return lines.length === 0 ? [] : [heading('Routing changes', 'note', page), ...lines];
}

/** The number of newly served URLs, for plans that do not show all steps. */
export function newUrlLines({ fresh }: Routing, page: Page): readonly string[] {
  if (fresh.length === 0) return [];
  const patterns = fresh.length === 1 ? 'URL pattern' : 'URL patterns';
  return [
    page.paint('note', `Newly served URLs: ${fresh.length} ${patterns} (plan --all shows each at its step)`),
  ];
}

function patternLines(shifts: readonly TrafficShift[], page: Page): string[] {
  const widest = Math.max(0, ...shifts.map(({ space }) => widthOf(inertLine(space))));
  return shifts.flatMap((shift) => {
    const text = inertLine(shift.space);
    const fill = ' '.repeat(Math.max(0, Math.min(widest, page.columns / 2) - widthOf(text)));
    const head = `  ${text}${fill}`;
    const sides = inertLine(`${shift.from ?? notServed} -> ${shift.to ?? notServed}`);
    const first = withTail({ shown: head, width: widthOf(head) }, [sides], { indent: 6, page });
    return [...first, ...shiftNotes(shift).flatMap((note) => paragraph(note, 6, page))];
  });
}

export function noteLines(notes: readonly PlanNote[], page: Page): readonly string[] {
  const lines = [...groupBy(notes, ({ topic }) => topic).values()].flatMap((group) => {
    const shown = page.view === 'all' ? group : group.slice(0, mostNotes);
    const rest = group.length - shown.length;
    return [
      ...shown.flatMap((note) => paragraph(notedText(note), 4, page, '  * ')),
      ...(rest > 0 ? [`    … and ${rest} more like these (plan --all shows each)`] : []),
    ];
  });
  return lines.length === 0 ? [] : [heading('Notes', 'note', page), ...lines];
}

function heading(text: string, role: Role, { paint }: Page): string {
  return paint(role, text);
}
