/** A plan in the log of GitHub Actions: the text in a folded group, and what needs a person as annotations. */
import type { Plan } from '../../../model/plan/plan.ts';
import type { ApplyCommand, ApproveCommand } from '../verdict.ts';
import { isGate } from '../badge.ts';
import { planView, type PlanView } from '../plan-view.ts';
import { summaryText } from '../summary.ts';
import { planText } from '../text/plan-text.ts';
import { refusalText } from '../words/refusal-words.ts';
import type { Annotation } from '../../text/annotations.ts';
import { logWith, noteAnnotation, stepAnnotation, type InRepository } from './drift-github.ts';

interface GithubPlanOptions extends InRepository {
  readonly command?: (plan: Plan) => ApplyCommand;
  readonly approve?: (plan: Plan) => ApproveCommand;
}

const columns = 100;

/** Drift that removed protection and refused steps are errors; other drift, blocked steps and gates are warnings. */
export function planGithub(plans: readonly Plan[], { folder, command, approve }: GithubPlanOptions): string {
  return logWith(
    plans.map((plan) => ({
      title: summaryText(plan),
      text: planText(plan, { color: false, columns, command: command?.(plan), approve: approve?.(plan) }),
      annotations: annotationsOf(planView(plan), { folder }),
    })),
  );
}

function annotationsOf({ plan, refusals, steps }: PlanView, where: InRepository): readonly Annotation[] {
  const title = `plan of ${plan.environment}`;
  return [
    ...refusals.map((refusal) => ({
      level: 'error' as const,
      title,
      text: `refused: ${refusalText(refusal)}`,
    })),
    ...plan.notes.filter(isGate).map((note) => noteAnnotation(note, { title, ...where })),
    ...steps.flatMap((view) => stepAnnotation(view, { title, ...where })),
  ];
}
