import { wantsColor } from '../../cli/color.ts';
import type { Io } from '../../model/io.ts';
import { summaryText } from '../../report/plan/summary.ts';
import { planText } from '../../report/plan/text/plan-text.ts';
import { inertLine } from '../../report/text/inert.ts';
import { applyLine, type ApplyTarget } from '../plan/apply-line.ts';
import type { ApplyJob } from './apply-job.ts';
import type { ApplyOptions } from './apply-options.ts';

/** In a GitHub job the plan is a group. */
export function showPlanToApply(io: Io, job: Pick<ApplyJob, 'plan' | 'file'>, options: ApplyOptions): void {
  const { plan } = job;
  const shown = planText(plan, {
    color: wantsColor(io, options),
    columns: io.columns,
    command: applyLine(appliedBy(job, options), options),
    isApplied: true,
  });
  const summary = summaryText(plan);
  const isFolded = isGithub(io, options);
  if (isFolded) io.stdout(`::group::${inertLine(summary)}\n`, 'commands');
  io.stdout(shown);
  if (isFolded) io.stdout('::endgroup::\n', 'commands');
  if (isFolded && plan.refusals.length > 0) io.stdout(`${summary}\n`);
}

/** The target as the command line names it. */
function appliedBy({ plan, file }: Pick<ApplyJob, 'plan' | 'file'>, { rollback }: ApplyOptions): ApplyTarget {
  if (file !== undefined) return { file };
  return typeof rollback === 'string'
    ? { environment: plan.environment, rollback }
    : { environment: plan.environment };
}

/** GitHub folds groups and turns failures into annotations; other systems, and other formats, get plain lines. */
export function isGithub({ env }: Io, { format = [] }: ApplyOptions): boolean {
  return (
    env['GITHUB_ACTIONS'] === 'true' && format.every((one) => one.format === 'text' || one.file !== undefined)
  );
}
