import { exitCodeOfAll } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { planExitCode } from '../../plan/finish/exit-code.ts';
import { detectForge } from '../../session/forge/detect-forge.ts';
import { lineageOf } from '../../session/ledger/ledger-store.ts';
import { beginWorkspace, chooseEnvironments } from '../../session/workspace/open-workspace.ts';
import { readOnce } from '../../workflow/lint/open-for-environments.ts';
import { repositoryFolder } from '../../session/workspace/repository-folder.ts';
import { applyLine } from '../../workflow/plan/apply-line.ts';
import { openBase } from '../../workflow/plan/base/plan-base.ts';
import { madeBy } from '../../workflow/plan/made-by.ts';
import { planEnvironments } from '../../workflow/plan/plan-environments.ts';
import type { ReviewedPlans } from '../../workflow/review/reviewed-plans.ts';
import type { CommentCommandOptions } from './comment-options.ts';
import { postReview } from './post-review.ts';
import { reviewOfFile } from './review-of-file.ts';

/** Plans the environments, or reads a file of plans, and posts the plans in one comment. The exit code is that of the plans. */
export async function commentOnPlan(
  io: Io,
  file: string | undefined,
  options: CommentCommandOptions,
): Promise<number> {
  // First, so that a job that cannot post says so before it reads the API.
  const place = detectForge(io, options);
  if (file !== undefined)
    return postReview(io, { place, reviewed: reviewOfFile(io, file, options), root: io.cwd }, options);
  const opened = await beginWorkspace(io, options);
  const environments = chooseEnvironments(opened, options.env);
  const base = options.base === undefined ? undefined : await openBase(io, opened.root, options.base);
  const read = readOnce(io, opened, environments);
  const planned = await planEnvironments(io, { head: opened, read, environments, base }, options);
  if (typeof planned === 'number') return planned;
  const reviewed: ReviewedPlans = {
    plans: planned.map(({ plan }) => plan),
    lineage: lineageOf(opened),
    madeBy: await madeBy(io, planned),
    command: ({ environment }) =>
      options.snapshot === undefined ? applyLine({ environment }, options) : () => undefined,
    exitCode: exitCodeOfAll(planned.map(({ plan }) => planExitCode(plan, { isDetailed: false }))),
    folder: repositoryFolder(opened.root),
    label: options.label ?? '',
  };
  return postReview(io, { place, reviewed, root: opened.root }, options);
}
