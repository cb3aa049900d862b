import type { Drift } from '../../../model/drift.ts';
import { inertLine } from '../../text/inert.ts';
import { painter } from '../../text/paint.ts';
import { paragraph, type Page, type PlanView } from './plan-page.ts';
import { noteLines } from './plan-sections.ts';
import { stepBlocks } from './plan-steps.ts';

export interface DriftTextOptions {
  readonly color: boolean;
  /** Width of the terminal. */
  readonly columns: number;
  readonly view?: PlanView;
}

/** What was changed outside, as a person reads it: each object with both sides, then the sum. */
export function driftText(drift: Drift, { color, columns, view = 'brief' }: DriftTextOptions): string {
  const page: Page = { paint: painter(color), columns: Math.max(40, columns), view, showsBodies: false };
  const sections = [
    paragraph(`drift of ${inertLine(drift.environment)}`, 0, page).map((line) => page.paint('strong', line)),
    ...stepBlocks(drift.steps, page),
    noteLines(drift.notes, page),
    paragraph(sumOf(drift), 0, page).map((line) => page.paint('strong', line)),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

function sumOf({ objects, untouched, settled, steps, notes }: Drift): string {
  const open = objects - untouched - settled;
  const all = `${objects} ${objects === 1 ? 'object' : 'objects'}`;
  const others = settled === 1 ? 'another' : `${settled} others`;
  const also = settled === 0 ? '' : `; what became of ${others} is what the files say`;
  if (open > 0)
    return `drift: ${open} of ${all} ${open === 1 ? 'is not as we left it' : 'are not as we left them'}${also}`;
  const isElsewhere =
    steps.some(({ action }) => action !== 'forget') || notes.some(({ topic }) => topic === 'orphan');
  if (isElsewhere) return `drift: something came or went beside the ${all} that we keep${also}`;
  if (settled > 0)
    return `no drift: ${settled} of ${all} ${settled === 1 ? 'was' : 'were'} changed outside, and the files say the same now`;
  return objects === 0
    ? 'no drift: nothing is kept here yet'
    : `no drift: ${all} as we left ${objects === 1 ? 'it' : 'them'}`;
}
