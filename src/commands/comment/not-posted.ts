import { exitCodes } from '../../model/errors.ts';
import type { ForgeError } from '../../model/forge/forge.ts';
import type { Io } from '../../model/io.ts';
import { planText } from '../../report/plan/text/plan-text.ts';
import { inertLine } from '../../report/text/inert.ts';
import type { ReviewedPlans } from '../../workflow/review/reviewed-plans.ts';

interface NotPosted {
  readonly failures: readonly ForgeError[];
  readonly options: { readonly required?: boolean };
}

/**
 * One warning, and the plans in the log, so that they are not lost. The exit code is that of the plans: the token of a
 * pull request from a fork may write nothing, which says nothing about the plan. With `--required` it is an error.
 */
export function notPosted(
  io: Io,
  { plans, command, exitCode }: ReviewedPlans,
  { failures, options }: NotPosted,
): number {
  const reasons = [...new Set(failures.map(({ message }) => inertLine(message)))].join('; ');
  const isRequired = options.required === true;
  for (const plan of plans)
    io.stdout(planText(plan, { color: false, columns: 80, command: command(plan), showsRequests: false }));
  io.stderr(`${isRequired ? 'error' : 'warning'}: the plan was not posted in full: ${reasons}\n`);
  if (!isRequired) return exitCode;
  const isRight = failures.some(({ problem }) => problem === 'no-right' || problem === 'missing');
  return isRight ? exitCodes.credential : exitCodes.unreachable;
}
