import type { Drift } from '../../../model/drift.ts';
import type { Refusal } from '../../../model/plan/plan.ts';
import { driftView } from '../drift-summary.ts';
import { groupBy } from '../../../text/lists/group-by.ts';
import { counted } from '../../../text/words/noun-words.ts';
import { notServed, shiftGroups, type Routing, type ShiftGroup } from '../routing.ts';
import { stepBlocks } from './plan-steps.ts';
import { overrideText, refusalText } from '../words/refusal-words.ts';
import { inlineText, type ReportSection } from '../section.ts';
import { inertLine } from '../../text/inert.ts';
import { widthOf } from '../../text/flow-text.ts';
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
} from '../../text/text-page.ts';

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
      ...(page.once === undefined
        ? paragraph(text, 19, page, `    to resolve:    `)
        : commandLines('allow once:    ', page.once, 4, page)),
    ];
  });
}

/** `https://shop.example.com/checkout/*  https-route/legacy -> https-route/checkout`. */
export function routingLines({ changed }: Routing, page: Page): readonly string[] {
  const groups =
    page.view === 'all' ? changed.flatMap((shift) => shiftGroups([shift])) : shiftGroups(changed);
  const shown = page.view === 'all' ? groups : groups.slice(0, mostShifts);
  const lines = patternLines(shown, page);
  const rest = groups.slice(shown.length).reduce((sum, { spaces }) => sum + spaces.length, 0);
  if (rest > 0) lines.push(`  … ${rest} more (plan --all shows each)`);
  return lines.length === 0 ? [] : [page.paint('note', 'Routing changes'), ...lines];
}

/** The number of newly served URLs, for plans that do not show all steps. */
export function newUrlLines({ fresh }: Routing, page: Page): readonly string[] {
  if (fresh.length === 0) return [];
  const patterns = counted(fresh.length, 'URL pattern');
  return [page.paint('note', `Newly served URLs: ${patterns} (plan --all shows each at its step)`)];
}

function patternLines(groups: readonly ShiftGroup[], page: Page): string[] {
  const widest = Math.max(0, ...groups.map(({ spaces }) => widthOf(patternsText(spaces))));
  return groups.flatMap(({ spaces, sides, notes }) => {
    const text = patternsText(spaces);
    const fill = ' '.repeat(Math.max(0, Math.min(widest, page.columns / 2) - widthOf(text)));
    const head = `  ${text}${fill}`;
    const words = inertLine(`${serversText(sides.before)} -> ${serversText(sides.after)}`);
    const first = withTail({ shown: head, width: widthOf(head) }, [words], { indent: 6, page });
    return [...first, ...notes.flatMap((note) => paragraph(note, 6, page))];
  });
}

function patternsText([first = '', ...others]: readonly string[]): string {
  return inertLine(others.length === 0 ? first : `${first} and ${others.length} more URL patterns`);
}

/** Servers that are named one by one; of more, the first and their number. */
const mostServers = 3;

function serversText(addresses: readonly string[]): string {
  const rest = addresses.length - mostServers;
  if (rest > 1) return `${addresses.slice(0, mostServers).join(', ')} and ${rest} more`;
  return addresses.join(', ') || notServed;
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
