import type { Run } from '../session/run.ts';
import type { ApplyJob } from './apply-job.ts';
import type { ApplyChoices } from './apply-options.ts';
import { flagsAgain, applyLine, approveLine, type ApplyTarget } from '../plan/apply-line.ts';
import { planText } from '../../report/plan/text/plan-text.ts';
import { wantsColor } from '../cli/terminal.ts';
import { summaryText } from '../../report/plan/summary.ts';
import { inertLine } from '../../report/text/inert.ts';
import type { Io } from '../../model/io.ts';

/** In a GitHub job the plan is a group. */
export function showPlanToApply(run: Run, job: Pick<ApplyJob, 'plan' | 'file'>, choices: ApplyChoices): void {
  const { io } = run;
  const { plan } = job;
  const applied = appliedBy(job, choices);
  const again = flagsAgain(run, choices);
  const shown = planText(plan, {
    color: wantsColor(io, choices),
    columns: io.columns,
    command: applyLine(applied, again),
    approve: approveLine(plan, applied, again),
    isApplied: true,
  });
  const summary = summaryText(plan);
  const isGrouped = groupsInGithub(io, choices);
  if (isGrouped) io.stdout(`::group::${inertLine(summary)}\n`, 'commands');
  io.stdout(shown);
  if (isGrouped) io.stdout('::endgroup::\n', 'commands');
  if (isGrouped && plan.refusals.length > 0) io.stdout(`${summary}\n`);
}

/** The target as the command line names it. */
function appliedBy({ plan, file }: Pick<ApplyJob, 'plan' | 'file'>, { rollback }: ApplyChoices): ApplyTarget {
  return file === undefined ? { environment: plan.environment, rollback } : { file };
}

/** GitHub groups lines and turns failures into annotations; other systems, and other formats, get plain lines. */
export function groupsInGithub({ env }: Io, { format = [] }: ApplyChoices): boolean {
  return (
    env['GITHUB_ACTIONS'] === 'true' &&
    format.every((report) => report.format === 'text' || report.file !== undefined)
  );
}
