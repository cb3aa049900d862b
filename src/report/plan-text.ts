/**
 * The plan as a person reads it, in the order of what matters: what gets weaker, what is refused, what is done, what is
 * only to be known, the sum, and what to do next. What is unchanged is a number. Everything that a user or a server
 * wrote is made inert.
 */
import type { Plan, PlanNote, Refusal, Step } from '../model/plan.ts';
import { inertLine } from './inert.ts';
import { painter } from './paint.ts';
import { paragraph, type Page } from './plan-page.ts';
import { nextLines, summaryLine } from './plan-summary.ts';
import { isSilent, stepBlocks } from './plan-steps.ts';

export interface PlanTextOptions {
  readonly color: boolean;
  /** Width of the terminal. */
  readonly columns: number;
  /** The command that applies it; absent where the plan is applied at once. */
  readonly next?: string;
  /** Requests with their bodies (`--requests`). */
  readonly showsBodies?: boolean;
}

export function planText(plan: Plan, { color, columns, next, showsBodies = false }: PlanTextOptions): string {
  const page: Page = { paint: painter(color), columns: Math.max(40, columns), showsBodies };
  const shown = plan.steps.filter((step) => !isSilent(step));
  const sections = [
    [page.paint('strong', `plan for ${inertLine(plan.environment)}`)],
    exposureLines(shown, page),
    refusalLines(plan.refusals, page),
    ...stepBlocks(shown, page),
    noteLines(plan.notes, page),
    [page.paint('strong', summaryLine(plan, shown)), ...nextLines(plan, shown, { page, next })],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

function exposureLines(steps: readonly Step[], page: Page): readonly string[] {
  const lines = steps.flatMap(({ address, exposure, hash }) => {
    if (exposure === undefined) return [];
    const how = exposure.direction === 'weaker' ? 'gets weaker' : 'is newly reachable';
    const head = `  ! ${page.paint('error', inertLine(address))} ${how}`;
    const consent = exposure.isAllowed
      ? `change ${hash}, allowed`
      : `change ${hash}, nobody has said yes to it`;
    return [head, ...[...exposure.reasons, consent].flatMap((reason) => paragraph(reason, 6, page))];
  });
  return lines.length === 0 ? [] : [page.paint('error', 'exposure'), ...lines];
}

function refusalLines(refusals: readonly Refusal[], page: Page): readonly string[] {
  const lines = refusals.flatMap(({ text, override }) => [
    ...paragraph(text, 4, page, '  x '),
    ...paragraph(override, 6, page),
  ]);
  return lines.length === 0 ? [] : [page.paint('error', 'refused'), ...lines];
}

function noteLines(notes: readonly PlanNote[], page: Page): readonly string[] {
  const lines = notes.flatMap(({ address, text }) =>
    paragraph(address === undefined ? text : `${address}: ${text}`, 4, page, '  - '),
  );
  return lines.length === 0 ? [] : [page.paint('note', 'to know'), ...lines];
}
