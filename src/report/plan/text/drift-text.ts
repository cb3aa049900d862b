import type { Drift } from '../../../model/drift.ts';
import type { PlanNote, Refusal } from '../../../model/plan/plan.ts';
import type { ChangedTest } from '../../../model/traffic/got.ts';
import type { TrafficShift } from '../../../model/traffic/topology.ts';
import { driftSetting, driftSummary, driftVerdict } from '../drift-summary.ts';
import { groupBy } from '../../../text/items-by.ts';
import { counted } from '../../../text/wording.ts';
import { stepsByGroup } from '../plan-groups.ts';
import { notServed, shiftNotes, shiftSides, type Routing } from '../routing.ts';
import { stepView } from '../step-view.ts';
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
import { notedText } from '../words/note-words.ts';
import { overrideText, refusalText } from '../words/refusal-words.ts';
import { changedTestsTitle, changedTestText } from '../../tests/request-words.ts';
import { inertLine } from '../../text/inert.ts';
import { widthOf } from '../../text/flow-text.ts';

/** Limits of a brief plan: notes of one topic, and routing changes. */
const mostNotes = 10;
const mostShifts = 40;

interface DriftTextOptions extends Terminal {
  readonly view?: PlanDetail;
}

/** Drift as text: a summary, each object with both sides, and the ways to resolve it. */
export function driftText(drift: Drift, { color, columns, view = 'brief' }: DriftTextOptions): string {
  const page = pageOf({ color, columns }, view);
  return pageText([
    [page.paint('strong', inertLine(driftSummary(drift)))],
    ...stepBlocks(
      stepsByGroup(drift.steps).map((step) => stepView(step, driftSetting)),
      page,
    ),
    changedTestLines(drift.tests ?? [], page, 'is'),
    noteLines(drift.notes, page),
    paragraph(driftVerdict(drift), 0, page),
  ]);
}

/** Limits that the files would weaken, and new approvals: never cut short. */
export function gateLines(notes: readonly PlanNote[], page: Page): readonly string[] {
  const lines = notes.flatMap((note) => paragraph(notedText(note), 4, page, '  ! '));
  return lines.length === 0 ? [] : [page.paint('error', 'Gates'), ...lines];
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

/** `account asks for a login: was a login with google, will be 200 from backend/shop: the test fails`. */
export function changedTestLines(
  changed: readonly ChangedTest[],
  page: Page,
  verb?: 'is',
): readonly string[] {
  const shown = page.view === 'all' ? changed : changed.slice(0, mostShifts);
  const lines = shown.flatMap((test) => {
    const { name, origin, after } = test;
    const place = `${origin.file}:${origin.line}`;
    const mark = after.result === 'ok' ? '  * ' : '  ! ';
    return paragraph(`${name}: ${changedTestText(test, verb)} (${place})`, 4, page, mark);
  });
  const rest = changed.length - shown.length;
  if (rest > 0) lines.push(`  … ${rest} more (plan --all shows each)`);
  const role = changed.every(({ after }) => after.result === 'ok') ? 'note' : 'error';
  return lines.length === 0 ? [] : [page.paint(role, changedTestsTitle), ...lines];
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

export function noteLines(notes: readonly PlanNote[], page: Page): readonly string[] {
  const lines = [...groupBy(notes, ({ topic }) => topic).values()].flatMap((group) => {
    const shown = page.view === 'all' ? group : group.slice(0, mostNotes);
    const rest = group.length - shown.length;
    return [
      ...shown.flatMap((note) => paragraph(notedText(note), 4, page, '  * ')),
      ...(rest > 0 ? [`    … and ${rest} more like these (plan --all shows each)`] : []),
    ];
  });
  return lines.length === 0 ? [] : [page.paint('note', 'Notes'), ...lines];
}
