import { chooseEnvironments } from '../../run/session/workspace/choose-environments.ts';
import { beginRun } from '../../run/session/run.ts';
import { refuseOtherPlan } from './refuse-other-plan.ts';
import { postReview, type CommentCommandOptions } from './post-review.ts';
import { UserError, usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { planExitCode } from '../../plan/finish/exit-code.ts';
import { detectForge } from '../../run/session/forge/detect-forge.ts';
import { readEvent } from '../../run/session/forge/read-event.ts';
import { lineageOf } from '../../run/session/ledger/open-ledger-store.ts';
import { openPlanFile } from '../../run/session/saved-plans.ts';
import { repositoryFolder } from '../../workspace/git/repository-folder.ts';
import { applyLine, approveLine } from '../../run/plan/apply-line.ts';
import { firstGiven } from '../../run/cli/first-given.ts';
import { openBase } from '../../run/plan/base/plan-base.ts';
import { planEnvironments } from '../../run/plan/plan-environments.ts';
import type { ReviewedPlans } from '../../run/review.ts';
import { exitCodeOfAll, exitCodes } from '../../model/exit-codes.ts';
import { madeBy } from '../../run/plan/made-by.ts';

/** The events of GitHub whose jobs plan by themselves. */
const ownEvents: ReadonlySet<string> = new Set(['pull_request', 'merge_group', 'push', 'schedule']);

/**
 * Plans the environments, or reads a file of plans, and posts the plans in one comment. The exit code is that of the
 * plans.
 */
export async function commentOnPlan(
  io: Io,
  file: string | undefined,
  options: CommentCommandOptions,
): Promise<number> {
  // First, so that a job that cannot post says so before it reads the API.
  const place = detectForge(io, options);
  if (file !== undefined)
    return postReview(io, { place, reviewed: await reviewOfFile(io, file, options), root: io.cwd }, options);
  const run = await beginRun(io, options);
  const { root } = run.workspace;
  const base = options.base === undefined ? undefined : await openBase(io, root, options.base);
  const planned = await planEnvironments(
    run,
    { environments: chooseEnvironments(run.workspace, options.env), base },
    options,
  );
  const reviewed: ReviewedPlans = {
    plans: planned.map(({ plan }) => plan),
    lineage: lineageOf(run.workspace),
    madeBy: await madeBy(io, planned),
    command: ({ environment }) =>
      options.snapshot === undefined ? applyLine({ environment }, options) : () => undefined,
    // Readers of a comment do not have the snapshot of the job.
    approve: (plan) =>
      approveLine(plan, { environment: plan.environment }, { ...options, snapshot: undefined }),
    exitCode: exitCodeOfAll(planned.map(({ plan }) => planExitCode(plan))),
    folder: repositoryFolder(root),
    label: options.label ?? '',
  };
  return postReview(io, { place, reviewed, root }, options);
}

/**
 * The plans of a file, of `plan --format json` or `plan --save`. For the pull request of a fork, a job that its author
 * controls made the file: nothing of it decides where something is posted, and the comment says that it is not
 * verified.
 */
async function reviewOfFile(io: Io, file: string, options: CommentCommandOptions): Promise<ReviewedPlans> {
  refusePlanning(options);
  const { plans, madeBy: by, signature } = openPlanFile(io, file);
  const isElsewhere = isOfPullRequest(io);
  await refuseOtherPlan(io, file, { madeBy: by, signature }, { commit: options.commit, isElsewhere });
  const [first] = plans;
  if (first === undefined) throw new UserError(exitCodes.unsafe, `\`${file}\` has no plan`);
  return {
    plans,
    lineage: first.lineage,
    madeBy: by,
    command: () => () => undefined,
    approve: (plan) => approveLine(plan, { environment: plan.environment }, { workspace: options.folder }),
    exitCode: exitCodeOfAll(plans.map((plan) => planExitCode(plan))),
    folder: options.folder ?? '',
    label: options.label ?? '',
    ...(signature === 'valid' || !isElsewhere ? {} : { unverified: 'pull-request' }),
  };
}

/** A job of another event, such as `workflow_run`, has the file from a job that a pull request can change. */
function isOfPullRequest(io: Io): boolean {
  const event = readEvent(io)?.name;
  return event !== undefined && !ownEvents.has(event);
}

/** Options that make a plan have no effect on one that is made already. */
function refusePlanning(options: CommentCommandOptions): void {
  const option = firstGiven(options, [
    ...(['env', 'only', 'base', 'snapshot', 'failOn', 'secretsDir', 'local', 'fixture', 'profile'] as const),
    ...(['ledger', 'reads', 'workspace', 'allowExposure', 'allowDeletes', 'allowChangedPercent'] as const),
    ...(['allowEmpty', 'allowMissing', 'allowRevert'] as const),
  ]);
  if (option === undefined) return;
  throw usageError(
    `${option} cannot be used with a plan that is made already`,
    'give it to `edgewright plan`, or leave out the file',
  );
}
