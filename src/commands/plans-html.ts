import { planTopology } from '../graph/plan-topology.ts';
import { planHtml } from '../report/html/page.ts';
import type { PlannedEnvironment } from './plan-one.ts';
import type { PlanLook } from './render-plans.ts';

/** The plans as one page, each with its drawing and what lint says of its files. */
export function plansHtml(
  planned: readonly PlannedEnvironment[],
  { next, sourceUrl }: Pick<PlanLook, 'next' | 'sourceUrl'>,
): string {
  const pages = planned.map(({ plan, desired, live, diagnostics, environment }) => ({
    plan,
    topology: planTopology({ plan, desired, live, ids: environment.ids }),
    diagnostics,
    next: next(plan),
  }));
  return planHtml(pages, { sourceUrl });
}
