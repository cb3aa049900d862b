import { UserError, exitCodeOfAll, exitCodes } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { planExitCode } from '../../plan/finish/exit-code.ts';
import { planOf } from '../../saved/plan/plan-of.ts';
import { readEvent } from '../../session/forge/read-event.ts';
import { openPlanFile } from '../../session/saved/saved-plans.ts';
import type { ReviewedPlans } from '../../workflow/review/reviewed-plans.ts';
import type { CommentCommandOptions } from './comment-options.ts';

/**
 * The plans of a file, of `plan --format json` or `plan --save`. For the pull request of a fork, a job that its author
 * controls made the file: nothing of it decides where something is posted, and the comment says that it is not verified.
 */
export function reviewOfFile(io: Io, file: string, options: CommentCommandOptions): ReviewedPlans {
  refusePlanning(options);
  const opened = openPlanFile(io, file);
  const isReport = 'plans' in opened;
  const plans: readonly Plan[] = isReport ? opened.plans : [planOf(opened.plan)];
  const [first] = plans;
  if (first === undefined) throw new UserError(exitCodes.unsafe, `\`${file}\` has no plan`);
  const isSigned = !isReport && opened.signature === 'valid';
  return {
    plans,
    lineage: first.lineage,
    madeBy: isReport ? opened.madeBy : { version: opened.plan.bound.tool, apis: [opened.plan.bound.api] },
    command: () => () => undefined,
    exitCode: exitCodeOfAll(plans.map((plan) => planExitCode(plan, { isDetailed: false }))),
    folder: options.folder ?? '',
    label: options.label ?? '',
    ...(isSigned || !isOfPullRequest(io) ? {} : { unverified: 'pull-request' }),
  };
}

/** The events of GitHub whose jobs plan by themselves. */
const ownEvents: ReadonlySet<string> = new Set(['pull_request', 'merge_group', 'push', 'schedule']);

/** A job of another event, such as `workflow_run`, has the file from a job that a pull request can change. */
function isOfPullRequest(io: Io): boolean {
  const event = readEvent(io)?.name;
  return event !== undefined && !ownEvents.has(event);
}

/** Options that make a plan have no effect on one that is made already. */
function refusePlanning(options: CommentCommandOptions): void {
  const { env, only, base, snapshot, failOn, secretsDir, local, fixture, profile, ledger, reads } = options;
  const { allowExposure, allowDeletes, allowChangedPercent, allowEmpty, allowMissing, workspace } = options;
  const given = {
    ...{ env, only, base, snapshot, 'fail-on': failOn, 'secrets-dir': secretsDir, local, fixture, profile },
    ...{ ledger, reads, workspace, 'allow-exposure': allowExposure, 'allow-deletes': allowDeletes },
    ...{ 'allow-changed-percent': allowChangedPercent, 'allow-empty': allowEmpty },
    'allow-missing': allowMissing,
  };
  const [name] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  if (name === undefined) return;
  throw new UserError(exitCodes.usage, `--${name} cannot be used with a plan that is made already`, {
    help: 'give it to `edgewright plan`, or leave out the file',
  });
}
