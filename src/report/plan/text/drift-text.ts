import type { Drift } from '../../../model/drift.ts';
import type { Refusal } from '../../../model/plan/plan.ts';
import type { TrafficShift } from '../../../model/traffic/topology.ts';
import { driftView } from '../drift-summary.ts';
import { groupBy } from '../../../text/items-by.ts';
import { counted } from '../../../text/wording.ts';
import { notServed, shiftNotes, shiftSides, type Routing } from '../routing.ts';
import {
  commandLines,
  pageOf,
  pageText,
  paragraph,
  withTail,
  type Page,
  type PlanDetail,
  type StepPage,
  type Terminal,
} from './plan-requests.ts';
import { stepBlocks } from './plan-steps.ts';
import { overrideText, refusalText } from '../words/refusal-words.ts';
import { inlineText, type ReportSection } from '../section.ts';
import { inertLine } from '../../text/inert.ts';
import { widthOf } from '../../text/flow-text.ts';

/** Limit of a brief plan. */
const mostShifts = 40;

interface DriftTextOptions extends Terminal {
  readonly view?: PlanDetail;
}

/** Drift as text: a summary, each object with both sides, and the ways to resolve it. */
export function driftText(drift: Drift, { color, columns, view = 'brief' }: DriftTextOptions): string {
  const page = pageOf({ color, columns }, view);
  const { title, steps, tests, notes, verdict } = driftView(drift);
  return pageText([
    [page.paint('strong', inertLine(title))],
    ...stepBlocks(steps, page),
    sectionLines(tests, page),
    sectionLines(notes, page),
    paragraph(verdict, 0, page),
  ]);
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
  return lines.length === 0 ? [] : [page.paint('note', 'Routing changes'), ...lines];
}

/** The number of newly served URLs, for plans that do not show all steps. */
export function newUrlLines({ fresh }: Routing, page: Page): readonly string[] {
  if (fresh.length === 0) return [];
  const patterns = counted(fresh.length, 'URL pattern');
  return [page.paint('note', `Newly served URLs: ${patterns} (plan --all shows each at its step)`)];
}

function patternLines(shifts: readonly TrafficShift[], page: Page): string[] {
  const widest = Math.max(0, ...shifts.map(({ space }) => widthOf(inertLine(space))));
  return shifts.flatMap((shift) => {
    const text = inertLine(shift.space);
    const fill = ' '.repeat(Math.max(0, Math.min(widest, page.columns / 2) - widthOf(text)));
    const head = `  ${text}${fill}`;
    const { before, after } = shiftSides(shift);
    const sides = inertLine(`${before.join(', ') || notServed} -> ${after.join(', ') || notServed}`);
    const first = withTail({ shown: head, width: widthOf(head) }, [sides], { indent: 6, page });
    return [...first, ...shiftNotes(shift).flatMap((note) => paragraph(note, 6, page))];
  });
}

export function sectionLines({ title, items, most }: ReportSection, page: Page): readonly string[] {
  const lines = [...groupBy(items, ({ topic }) => topic).values()].flatMap((group) => {
    const shown = page.view === 'all' ? group : group.slice(0, most);
    const rest = group.length - shown.length;
    return [
      ...shown.flatMap(({ words, isBad }) => paragraph(inlineText(words), 4, page, isBad ? '  ! ' : '  * ')),
      ...(rest > 0 ? [`    … and ${rest} more like these (plan --all shows each)`] : []),
    ];
  });
  const role = items.some(({ isBad }) => isBad) ? 'error' : 'note';
  return lines.length === 0 ? [] : [page.paint(role, title), ...lines];
}
