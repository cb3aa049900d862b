/**
 * The plan as a person reads it, in the order of what matters: which gates would open, what gets weaker, what is refused, which URLs change
 * hands and which are new, what is done, what is only to be known, the sum, and what to do next. What is unchanged is a number. Everything
 * that a user or a server wrote is made inert. No line is wider than the terminal, unless it holds one thing that is to
 * be copied and does not fit: an address, a place, a request.
 */
import type { Plan, Step } from '../../../model/plan.ts';
import { inertLine } from '../../text/inert.ts';
import { painter } from '../../text/paint.ts';
import { splitTraffic } from '../new-urls.ts';
import { gateLines, isGate } from './plan-gates.ts';
import { isSilent } from '../plan-groups.ts';
import { paragraph, type Page, type PlanView } from './plan-page.ts';
import { exposureLines, newUrlLines, noteLines, refusalLines, trafficLines } from './plan-sections.ts';
import { nextLines, planSummary } from '../plan-summary.ts';
import { isInShort, stepBlocks } from './plan-steps.ts';

export interface PlanTextOptions {
  readonly color: boolean;
  /** Width of the terminal. */
  readonly columns: number;
  /** The command that applies it; absent where the plan is applied at once. */
  readonly next?: string | undefined;
  /** Requests with their bodies (`--requests`). */
  readonly showsBodies?: boolean;
  /** `brief` by default; `all` with bodies. */
  readonly view?: PlanView;
}

export function planText(
  plan: Plan,
  { color, columns, next, showsBodies = false, view = showsBodies ? 'all' : 'brief' }: PlanTextOptions,
): string {
  const page: Page = { paint: painter(color), columns: Math.max(40, columns), showsBodies, view };
  const shown = plan.steps.filter((step) => !isSilent(step));
  const traffic = splitTraffic(plan);
  const sections = [
    titleLines(plan, page),
    gateLines(plan.notes, page),
    exposureLines(shown, page),
    refusalLines(plan.refusals, page),
    trafficLines(traffic, page),
    newUrlLines(traffic, page),
    ...stepBlocks(shown, page),
    noteLines(
      plan.notes.filter((note) => !isGate(note)),
      page,
    ),
    [
      ...paragraph(planSummary(plan, shown), 0, page).map((line) => page.paint('strong', line)),
      ...nextLines(plan, shown, { page, next }),
      ...shortLines(shown, page),
    ],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

/** At the end, where a reader is left: what stands above is not all. */
function shortLines(shown: readonly Step[], page: Page): readonly string[] {
  if (!isInShort(shown, page)) return [];
  return paragraph('many steps stand in short above: plan --all shows each, with its values', 0, page);
}

function titleLines({ environment, base }: Plan, page: Page): readonly string[] {
  const since = base === undefined ? '' : `, compared with ${base.ref} (${base.commit.slice(0, 10)})`;
  return paragraph(`plan for ${inertLine(environment)}${since}`, 0, page).map((line) =>
    page.paint('strong', line),
  );
}
