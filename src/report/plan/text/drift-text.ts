import type { Drift } from '../../../model/drift.ts';
import { harmless } from '../../text/harmless.ts';
import { inertLine } from '../../text/inert.ts';
import { painter } from '../../text/paint.ts';
import { stepsByGroup } from '../plan-groups.ts';
import { stepView } from '../step-view.ts';
import { driftSetting, driftSummary, driftVerdict } from '../drift-summary.ts';
import { paragraph, type Page, type PlanDetail } from './plan-page.ts';
import { noteLines } from './plan-sections.ts';
import { stepBlocks } from './plan-steps.ts';

export interface DriftTextOptions {
  readonly color: boolean;
  /** Width of the terminal. */
  readonly columns: number;
  readonly view?: PlanDetail;
}

/** Drift as text: a summary, each object with both sides, and the ways to resolve it. */
export function driftText(drift: Drift, { color, columns, view = 'brief' }: DriftTextOptions): string {
  const page: Page = { paint: painter(color), columns: Math.max(40, columns), view };
  const sections = [
    [page.paint('strong', inertLine(driftSummary(drift)))],
    ...stepBlocks(
      stepsByGroup(drift.steps).map((step) => stepView(step, driftSetting)),
      page,
    ),
    noteLines(drift.notes, page),
    paragraph(driftVerdict(drift), 0, page),
  ];
  const text = sections.filter((lines) => lines.length > 0).map((lines) => `${lines.join('\n')}\n`);
  // A wrapped line may begin with a word that a CI log executes.
  return harmless(text.join('\n'));
}
