import type { ExitCode } from '../../model/errors.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { MadeBy } from '../../model/plan/made-by.ts';
import type { UnverifiedSource } from '../../report/plan/markdown/plan-markdown.ts';
import type { ApplyCommand } from '../../report/plan/verdict.ts';

/** The plans that one comment, status and set of labels are about: at least one. */
export interface ReviewedPlans {
  readonly plans: readonly Plan[];
  readonly lineage: string;
  readonly madeBy: MadeBy;
  readonly command: (plan: Plan) => ApplyCommand;
  /** That of `plan`. */
  readonly exitCode: ExitCode;
  /** The path of the workspace in its repository, with a final slash; empty at the root. */
  readonly folder: string;
  /** Tells the comments of several jobs for the same environments apart. */
  readonly label: string;
  /** The reason why the plans may not be as Edgewright made them. */
  readonly unverified?: UnverifiedSource;
}

/** The name of the check and of the status: `edgewright/production`. */
export function reviewName(reviewed: Pick<ReviewedPlans, 'plans' | 'folder' | 'label'>): string {
  const environments = reviewed.plans.map(({ environment }) => environment).sort();
  return `edgewright/${scopeName(reviewed, environments.join(','))}`;
}

/** `infra/eu/production`: the folder of the workspace and the label of the job, as far as there are any. */
export function scopeName(
  { folder, label }: Pick<ReviewedPlans, 'folder' | 'label'>,
  environments: string,
): string {
  return folder + (label === '' ? '' : `${label}/`) + environments;
}
