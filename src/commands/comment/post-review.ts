import { ForgeError, type Forge } from '../../model/forge/forge.ts';
import type { Io } from '../../model/io.ts';
import { upsertComment, type PostedComment } from '../../forge/upsert-comment.ts';
import { inertLine } from '../../report/text/inert.ts';
import type { ForgePlace } from '../../session/forge/detect-forge.ts';
import { forgeToken, tokenNames } from '../../session/forge/forge-token.ts';
import { openForge } from '../../session/forge/open-forge.ts';
import { reviewTarget, type ReviewTarget } from '../../session/forge/review-target.ts';
import { planComment } from '../../workflow/review/plan-comment.ts';
import { setPlanLabels } from '../../workflow/review/plan-labels.ts';
import { planVerdict } from '../../workflow/review/plan-verdict.ts';
import type { ReviewedPlans } from '../../workflow/review/reviewed-plans.ts';
import type { CommentCommandOptions } from './comment-options.ts';
import { notPosted } from './not-posted.ts';
import { postedText } from './posted-text.ts';
import { requestText } from './request-text.ts';

interface ToReview {
  readonly place: ForgePlace;
  readonly reviewed: ReviewedPlans;
  readonly root: string;
}

/** Posts the comment, the labels and the verdict. What cannot be posted is a warning, unless it is required. */
export async function postReview(io: Io, to: ToReview, options: CommentCommandOptions): Promise<number> {
  const { place, reviewed } = to;
  const token = forgeToken(io, place.kind);
  const isDry = options.dryRun === true;
  if (token === undefined && !isDry) {
    const names = tokenNames(io, place.kind);
    const missing = new ForgeError('no-right', `no token of the forge is set (${names.join(', ')})`);
    return notPosted(io, reviewed, { failures: [missing], options });
  }
  const onWrite = isDry
    ? (request: Parameters<typeof requestText>[0]) => io.stdout(requestText(request))
    : undefined;
  const forge = await openForge(io, place, { token, onWrite });
  try {
    const failures = await postAll(io, { ...to, forge }, options);
    return failures.length === 0 ? reviewed.exitCode : notPosted(io, reviewed, { failures, options });
  } finally {
    await forge.close();
  }
}

interface Posting extends ToReview {
  readonly forge: Forge;
}

/** Each part is tried, whatever became of the others: a token may have the right for one of them only. */
async function postAll(
  io: Io,
  posting: Posting,
  options: CommentCommandOptions,
): Promise<readonly ForgeError[]> {
  const failures: ForgeError[] = [];
  const attempt = async <Result>(act: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof ForgeError)) throw error;
      failures.push(error);
      return undefined;
    }
  };
  const { forge, reviewed } = posting;
  const target = await attempt(() => reviewTarget(io, posting, options));
  if (target === undefined) return failures;
  const posted = await attempt(() => postComment(io, { ...posting, target }, options));
  const { pullRequest, commit } = target;
  if (reviewed.unverified !== undefined) {
    if (options.labels === true || options.status === true) io.stderr(unvouched);
    return failures;
  }
  // Labels are those of the newest commit; a status belongs to its own.
  if (options.labels === true && pullRequest !== undefined && posted?.outcome !== 'outdated')
    await attempt(() => setPlanLabels(forge.labels(pullRequest), reviewed));
  if (options.status === true && commit !== undefined)
    await attempt(() => forge.report(commit, planVerdict(reviewed, options.pageUrl ?? posted?.url)));
  return failures;
}

/** A required check or a label of a name and result that the author of the pull request chose would mislead. */
const unvouched =
  'warning: no status and no label is set: a job of the pull request made the plan, and could forge it\n';

/** Undefined without a pull request. */
async function postComment(
  io: Io,
  { forge, reviewed, target }: Posting & { readonly target: ReviewTarget },
  options: CommentCommandOptions,
): Promise<PostedComment | undefined> {
  const { pullRequest, commit, without } = target;
  if (pullRequest === undefined) {
    io.stderr(
      without === 'merge-group'
        ? 'note: a merge queue has no pull request, so no comment is posted\n'
        : `note: no open pull request has the commit ${inertLine(commit ?? '')} as its newest one, so no comment is posted\n`,
    );
    return undefined;
  }
  const { maxSize, onEmpty, pageUrl } = options;
  const post = planComment(reviewed, {
    ...{ commit, maxSize, pageUrl, clean: io.secrets?.clean ?? ((text: string) => text) },
    ...(onEmpty === undefined ? {} : { onEmpty }),
    ...(options.new === true ? { isNew: true } : {}),
  });
  const posted = await upsertComment(forge.pullRequest(pullRequest), post);
  if (options.dryRun !== true) io.stdout(postedText(posted));
  for (const leftover of posted.leftovers)
    io.stderr(`warning: an older comment could not be removed or collapsed: ${inertLine(leftover)}\n`);
  return posted;
}
