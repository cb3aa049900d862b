import type { RunFlags } from '../../run/session/run.ts';
import { summaryRoom, writeResult } from '../../run/cli/files/write-result.ts';
import { upsertComment, type PostedComment } from '../../remote/forge/upsert-comment.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import { ForgeError, type Forge, type ForgeRequest } from '../../model/forge.ts';
import type { Io } from '../../model/io.ts';
import { usualMaxSize } from '../../report/plan/markdown/markdown-table.ts';
import { planMarkdown } from '../../report/plan/markdown/plan-markdown.ts';
import { planText } from '../../report/plan/text/plan-text.ts';
import { fitBytes } from '../../report/text/markdown-room.ts';
import { inertLine } from '../../report/text/inert.ts';
import { jsonText } from '../../report/text/json.ts';
import type { ForgeFlags, ForgePlace } from '../../run/session/forge/detect-forge.ts';
import { forgeToken, openForge, missingToken } from '../../run/session/forge/open-forge.ts';
import { reviewTarget, type ReviewTarget } from '../../run/session/forge/review-target.ts';
import type { PlanFlags } from '../../run/plan/planned.ts';
import { planComment, planVerdict, type ReviewedPlans, setPlanLabels } from '../../run/review.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { given } from '../../run/cli/given-variable.ts';

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
    const missing = new ForgeError('no-right', missingToken(io, place.kind));
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

interface ReviewToPost extends ToReview {
  readonly forge: Forge;
}

/** Each part is tried, whatever became of the others: a token may have the right for one of them only. */
async function postAll(
  io: Io,
  posting: ReviewToPost,
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
  { forge, reviewed, target }: ReviewToPost & { readonly target: ReviewTarget },
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
    ...withoutUndefined({ onEmpty }),
    ...(options.new === true ? { isNew: true } : {}),
  });
  const posted = await upsertComment(forge.pullRequest(pullRequest), post);
  if (options.dryRun !== true) io.stdout(postedText(posted));
  for (const leftover of posted.leftovers)
    io.stderr(`warning: an older comment could not be removed or collapsed: ${inertLine(leftover)}\n`);
  return posted;
}

/** A request that a dry run does not send: its line, and its body. It has no headers, so no token. */
function requestText({ method, url, body }: ForgeRequest & { readonly url: string }): string {
  return `${method} ${inertLine(url)}\n${body === undefined ? '' : jsonText(body)}`;
}

/** The options of `comment`: those of `plan` that make the plan, and where and how it is posted. */
export interface CommentCommandOptions extends PlanFlags, RunFlags, ForgeFlags {
  readonly env?: readonly string[];
  readonly base?: string;
  readonly label?: string;
  readonly onEmpty?: 'update' | 'create' | 'delete';
  readonly new?: boolean;
  readonly status?: boolean;
  readonly labels?: boolean;
  readonly required?: boolean;
  readonly dryRun?: boolean;
  readonly maxSize?: number;
  readonly pageUrl?: string;
  /** The path of the workspace in its repository, with a final slash. */
  readonly folder?: string;
}

/** The outcome for the comment, on one line with its page. */
function postedText({ outcome, url, head = '' }: PostedComment): string {
  const page = url === undefined ? '' : `: ${inertLine(url)}`;
  switch (outcome) {
    case 'created':
    case 'updated':
      return `Comment ${outcome}${page}\n`;
    case 'unchanged':
      return `Comment is up to date${page}\n`;
    case 'deleted':
      return 'Comment deleted: the plan has no changes in this PR.\n';
    case 'not-needed':
      return 'No comment: the plan has no changes in this PR.\n';
    case 'outdated':
      return `No comment: the pull request has the newer commit ${inertLine(head.slice(0, 12))}.\n`;
  }
}

interface NotPosted {
  readonly failures: readonly ForgeError[];
  readonly options: { readonly required?: boolean };
}

/**
 * One warning, and the plans in the log and the step summary, so that they are not lost. The exit code is that of the
 * plans: the token of a pull request from a fork may write nothing, which says nothing about the plan. With
 * `--required` it is an error.
 */
function notPosted(io: Io, reviewed: ReviewedPlans, { failures, options }: NotPosted): number {
  const { plans, command, approve, exitCode } = reviewed;
  const reasons = [...new Set(failures.map(({ message }) => inertLine(message)))].join('; ');
  const isRequired = options.required === true;
  for (const plan of plans)
    io.stdout(
      planText(plan, {
        ...{ color: false, columns: 80, showsRequests: false },
        ...{ command: command(plan), approve: approve?.(plan) },
      }),
    );
  toStepSummary(io, reviewed);
  io.stderr(`${isRequired ? 'error' : 'warning'}: the plan was not posted in full: ${reasons}\n`);
  if (!isRequired) return exitCode;
  const isRight = failures.some(({ problem }) => problem === 'no-right' || problem === 'missing');
  return isRight ? exitCodes.credential : exitCodes.unreachable;
}

/** The page of the job on GitHub, which also the token of a fork may write. */
function toStepSummary(io: Io, { plans, approve, madeBy, unverified }: ReviewedPlans): void {
  const file = given(io, 'GITHUB_STEP_SUMMARY');
  if (file === undefined) return;
  const room = { bytes: summaryRoom(io, file), most: usualMaxSize };
  const text = fitBytes(room, (maxSize) => planMarkdown(plans, { maxSize, approve, madeBy, unverified }));
  writeResult(io, text, file);
}
