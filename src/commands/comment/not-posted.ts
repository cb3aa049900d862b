import { exitCodes } from '../../model/errors.ts';
import type { ForgeError } from '../../model/forge/forge.ts';
import type { Io } from '../../model/io.ts';
import { summaryRoom } from '../../cli/files/step-summary.ts';
import { writeResult } from '../../cli/files/write-result.ts';
import { planMarkdown } from '../../report/plan/markdown/plan-markdown.ts';
import { usualMaxSize } from '../../report/plan/markdown/markdown-text.ts';
import { fitBytes } from '../../report/text/fit-bytes.ts';
import { given } from '../../session/api/proxy.ts';
import { planText } from '../../report/plan/text/plan-text.ts';
import { inertLine } from '../../report/text/inert.ts';
import type { ReviewedPlans } from '../../workflow/review/reviewed-plans.ts';

interface NotPosted {
  readonly failures: readonly ForgeError[];
  readonly options: { readonly required?: boolean };
}

/**
 * One warning, and the plans in the log and the step summary, so that they are not lost. The exit code is that of the plans: the token of a
 * pull request from a fork may write nothing, which says nothing about the plan. With `--required` it is an error.
 */
export function notPosted(io: Io, reviewed: ReviewedPlans, { failures, options }: NotPosted): number {
  const { plans, command, exitCode } = reviewed;
  const reasons = [...new Set(failures.map(({ message }) => inertLine(message)))].join('; ');
  const isRequired = options.required === true;
  for (const plan of plans)
    io.stdout(planText(plan, { color: false, columns: 80, command: command(plan), showsRequests: false }));
  toStepSummary(io, reviewed);
  io.stderr(`${isRequired ? 'error' : 'warning'}: the plan was not posted in full: ${reasons}\n`);
  if (!isRequired) return exitCode;
  const isRight = failures.some(({ problem }) => problem === 'no-right' || problem === 'missing');
  return isRight ? exitCodes.credential : exitCodes.unreachable;
}

/** The page of the job on GitHub, which also the token of a fork may write. */
function toStepSummary(io: Io, { plans, madeBy, unverified }: ReviewedPlans): void {
  const file = given(io, 'GITHUB_STEP_SUMMARY');
  if (file === undefined) return;
  const room = { bytes: summaryRoom(io, file), most: usualMaxSize };
  const text = fitBytes(room, (maxSize) => planMarkdown(plans, { maxSize, madeBy, unverified }));
  writeResult(io, text, file);
}
