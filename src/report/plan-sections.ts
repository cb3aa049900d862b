import type { PlanNote, Refusal, Step, TrafficShift } from '../model/plan.ts';
import { inertLine } from './inert.ts';
import { groupBy } from './plan-groups.ts';
import { paragraph, withTail, type Page } from './plan-page.ts';
import { protectionLines } from './plan-step.ts';
import { widthOf } from './wrap.ts';

/** In brief, so many notes of one topic, and so many spaces that change hands. */
const mostNotes = 10;
const mostShifts = 40;

/** What gets weaker or newly reachable, each with its reasons and whether somebody said yes. Never cut short. */
export function exposureLines(steps: readonly Step[], page: Page): readonly string[] {
  const lines = steps.flatMap((step) => {
    const { address, exposure, hash } = step;
    if (exposure === undefined) return [];
    const how = exposure.direction === 'weaker' ? 'gets weaker' : 'is newly reachable';
    const consent = exposure.isAllowed
      ? `change ${hash}, allowed`
      : `change ${hash}, nobody has said yes to it`;
    return [
      ...addressLine(address, how, page),
      ...[...exposure.reasons, ...protectionLines(step), consent].flatMap((reason) =>
        paragraph(reason, 6, page),
      ),
    ];
  });
  return lines.length === 0 ? [] : [page.paint('error', 'exposure'), ...lines];
}

function addressLine(address: string, how: string, { paint, columns }: Page): readonly string[] {
  const name = inertLine(address);
  const head = `  ! ${paint('error', name)}`;
  return 4 + widthOf(name) + 1 + how.length <= columns ? [`${head} ${how}`] : [head, `      ${how}`];
}

export function refusalLines(refusals: readonly Refusal[], page: Page): readonly string[] {
  const lines = refusals.flatMap(({ text, override }) => [
    ...paragraph(text, 4, page, '  x '),
    ...paragraph(override, 6, page),
  ]);
  return lines.length === 0 ? [] : [page.paint('error', 'refused'), ...lines];
}

/** `https://shop.example.com/checkout/*  https-route/legacy -> https-route/checkout`. */
export function trafficLines(traffic: readonly TrafficShift[], page: Page): readonly string[] {
  const shown = page.view === 'all' ? traffic : traffic.slice(0, mostShifts);
  const widest = Math.max(0, ...shown.map(({ space }) => widthOf(inertLine(space))));
  const lines = shown.flatMap(({ space, from, to }) => {
    const text = inertLine(space);
    const fill = ' '.repeat(Math.max(0, Math.min(widest, page.columns / 2) - widthOf(text)));
    const head = `  ${text}${fill}`;
    return withTail({ shown: head, width: widthOf(head) }, [`${from ?? 'nobody'} -> ${to ?? 'nobody'}`], {
      indent: 6,
      page,
    });
  });
  const rest = traffic.length - shown.length;
  if (rest > 0) lines.push(`  … ${rest} more (plan --all shows each)`);
  return lines.length === 0 ? [] : [page.paint('note', 'traffic that changes hands'), ...lines];
}

export function noteLines(notes: readonly PlanNote[], page: Page): readonly string[] {
  const lines = [...groupBy(notes, ({ topic }) => topic).values()].flatMap((group) => {
    const shown = page.view === 'all' ? group : group.slice(0, mostNotes);
    const rest = group.length - shown.length;
    return [
      ...shown.flatMap(({ address, text }) =>
        paragraph(address === undefined ? text : `${address}: ${text}`, 4, page, '  - '),
      ),
      ...(rest > 0 ? [`    … and ${rest} more like these (plan --all shows each)`] : []),
    ];
  });
  return lines.length === 0 ? [] : [page.paint('note', 'to know'), ...lines];
}
