import { exitCodes, type ExitCode } from '../../model/errors.ts';
import type { CommitVerdict, ForgeAnnotation } from '../../model/forge/forge.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { planView } from '../../report/plan/plan-view.ts';
import type { StepView } from '../../report/plan/step-view.ts';
import { planMarkdown } from '../../report/plan/markdown/plan-markdown.ts';
import { countsText, summaryText } from '../../report/plan/summary.ts';
import { inert, inertLine } from '../../report/text/inert.ts';
import { reviewName, type ReviewedPlans } from './reviewed-plans.ts';

/** In characters: GitHub takes so many, of any kind. */
const longestSummary = 65_535;

/** The verdict of plans on the commit that was planned. */
export function planVerdict(reviewed: ReviewedPlans, url: string | undefined): CommitVerdict {
  const { plans, madeBy, command, exitCode, folder, unverified } = reviewed;
  const [first, ...others] = plans;
  const title =
    first !== undefined && others.length === 0
      ? summaryText(first)
      : plans.map((plan) => `${plan.environment}: ${countsText(plan)}`).join('; ');
  return {
    name: reviewName(reviewed),
    conclusion: conclusionOf(exitCode),
    title: inertLine(title),
    summary: planMarkdown(plans, { maxSize: longestSummary, command, madeBy, unverified }),
    annotations: plans.flatMap((plan) => annotationsOf(plan, folder)),
    url,
  };
}

function conclusionOf(exitCode: ExitCode): CommitVerdict['conclusion'] {
  if (exitCode === exitCodes.ok) return 'success';
  return exitCode === exitCodes.changes ? 'neutral' : 'action-required';
}

/** One at each step that has a place in the files. */
function annotationsOf(plan: Plan, folder: string): readonly ForgeAnnotation[] {
  const { steps } = planView(plan, () => undefined);
  return steps.flatMap((view) => {
    const { origin, address } = view.step;
    if (origin === undefined) return [];
    return [
      {
        path: folder + origin.file,
        line: origin.line,
        level: levelOf(view),
        title: inertLine(`${plan.environment}: ${view.word} ${address}`),
        message: inert(messageOf(view)),
      },
    ];
  });
}

function levelOf({ refused, step }: StepView): ForgeAnnotation['level'] {
  if (refused.length > 0) return 'failure';
  return step.action === 'blocked' || step.action === 'drift' ? 'warning' : 'notice';
}

function messageOf({ refused, exposure, facts, changes, word }: StepView): string {
  const fields = changes.map(({ path }) => `- ${path}`);
  const lines = [...refused.map((text) => `Refused: ${text}`), ...exposure, ...facts, ...fields];
  return lines.length === 0 ? word : lines.join('\n');
}
