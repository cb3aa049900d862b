import { shortChange } from '../../../derive/approval-text.ts';
import type { PlanNote, Refusal, Step, TrafficShift } from '../../../model/plan.ts';
import { approvalWays } from '../approval-ways.ts';
import { exposedSteps } from '../exposed.ts';
import { inertLine } from '../../text/inert.ts';
import { notedText } from '../words/note.ts';
import { overrideOf, refusalText } from '../words/refusal.ts';
import { mostFresh, shiftNotes, type Traffic } from '../new-urls.ts';
import { groupBy } from '../plan-groups.ts';
import { paragraph, withTail, type Page } from './plan-page.ts';
import { protectionLines } from './plan-step.ts';
import { widthOf } from '../../text/wrap.ts';

/** In brief, so many notes of one topic, and so many spaces that change hands. */
const mostNotes = 10;
const mostShifts = 40;

/** What gets weaker or newly reachable, each with its reasons and whether somebody said yes. Never cut short. */
export function exposureLines(steps: readonly Step[], page: Page): readonly string[] {
  const lines = exposedSteps(steps).flatMap(({ step, how, reasons, isAllowed, change }) => {
    const said = isAllowed === true ? 'allowed' : 'nobody has said yes to it';
    const below =
      isAllowed === undefined ? [] : [...protectionLines(step), `change ${shortChange(change)}, ${said}`];
    return [
      ...addressLine(isAllowed === undefined ? '?' : '!', { address: step.address, how, page }),
      ...[...reasons, ...below].flatMap((reason) => paragraph(reason, 6, page)),
    ];
  });
  return lines.length === 0 ? [] : [page.paint('error', 'exposure'), ...lines];
}

function addressLine(
  mark: '!' | '?',
  {
    address,
    how,
    page: { paint, columns },
  }: { readonly address: string; readonly how: string; readonly page: Page },
): readonly string[] {
  const name = inertLine(address);
  const head = `  ${mark} ${paint(mark === '!' ? 'error' : 'warn', name)}`;
  return 4 + widthOf(name) + 1 + how.length <= columns ? [`${head} ${how}`] : [head, `      ${how}`];
}

export function refusalLines(refusals: readonly Refusal[], page: Page): readonly string[] {
  const lines = refusals.flatMap((refusal) => [
    ...paragraph(refusalText(refusal), 4, page, '  x '),
    ...[overrideOf(refusal).text, ...approvalWays(refusal)].flatMap((way) => paragraph(way, 6, page)),
  ]);
  return lines.length === 0 ? [] : [page.paint('error', 'refused'), ...lines];
}

/** `https://shop.example.com/checkout/*  https-route/legacy -> https-route/checkout`. */
export function trafficLines({ handed }: Traffic, page: Page): readonly string[] {
  const shown = page.view === 'all' ? handed : handed.slice(0, mostShifts);
  const lines = spaceLines(shown, page, ({ from, to }) => `${from ?? 'nobody'} -> ${to ?? 'nobody'}`);
  const rest = handed.length - shown.length;
  if (rest > 0) lines.push(`  … ${rest} more (plan --all shows each)`);
  return lines.length === 0 ? [] : [page.paint('note', 'traffic that changes hands'), ...lines];
}

/** Where a plan makes much, the number is enough: each stands in the step that makes it, too. */
export function newUrlLines({ fresh }: Traffic, page: Page): readonly string[] {
  if (fresh.length === 0) return [];
  if (page.view === 'all' || fresh.length <= mostFresh) {
    const heading = page.paint('note', 'new URLs, which nobody served until now');
    return [heading, ...spaceLines(fresh, page, ({ to }) => to ?? 'nobody')];
  }
  const text = `${fresh.length} new spaces of URLs, which nobody served until now (plan --all shows each)`;
  return paragraph(text, 0, page).map((line) => page.paint('note', line));
}

function spaceLines(
  shifts: readonly TrafficShift[],
  page: Page,
  who: (shift: TrafficShift) => string,
): string[] {
  const widest = Math.max(0, ...shifts.map(({ space }) => widthOf(inertLine(space))));
  return shifts.flatMap((shift) => {
    const text = inertLine(shift.space);
    const fill = ' '.repeat(Math.max(0, Math.min(widest, page.columns / 2) - widthOf(text)));
    const head = `  ${text}${fill}`;
    const first = withTail({ shown: head, width: widthOf(head) }, [who(shift)], { indent: 6, page });
    return [...first, ...shiftNotes(shift).flatMap((note) => paragraph(note, 6, page))];
  });
}

export function noteLines(notes: readonly PlanNote[], page: Page): readonly string[] {
  const lines = [...groupBy(notes, ({ topic }) => topic).values()].flatMap((group) => {
    const shown = page.view === 'all' ? group : group.slice(0, mostNotes);
    const rest = group.length - shown.length;
    return [
      ...shown.flatMap((note) => paragraph(notedText(note), 4, page, '  - ')),
      ...(rest > 0 ? [`    … and ${rest} more like these (plan --all shows each)`] : []),
    ];
  });
  return lines.length === 0 ? [] : [page.paint('note', 'to know'), ...lines];
}
