import { planTopology } from '../../routing/graph/plan-topology.ts';
import type { MadeBy, Plan } from '../../model/plan/plan.ts';
import { planHtml } from '../../report/page/page.ts';
import type { ApplyCommand } from '../../report/plan/verdict.ts';
import type { PlannedEnvironment } from './planned.ts';

interface HtmlLook {
  readonly command: (plan: Plan) => ApplyCommand;
  readonly sourceUrl?: string | undefined;
  readonly madeBy: MadeBy;
}

/** The plans as one HTML page, each with its drawing and the lint findings of its files. */
export function plansHtml(
  planned: readonly PlannedEnvironment[],
  { command, sourceUrl, madeBy }: HtmlLook,
): string {
  const pages = planned.map(({ plan, desired, live, diagnostics, environment }) => ({
    plan,
    topology: planTopology({ plan, desired, live, ids: environment.ids }),
    diagnostics,
    command: command(plan),
  }));
  return planHtml(pages, { sourceUrl, madeBy });
}
