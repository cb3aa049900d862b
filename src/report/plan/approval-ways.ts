import { approvalText } from '../../derive/approval-text.ts';
import type { Refusal } from '../../model/plan.ts';

/** So many documents are printed; all are in the JSON report. */
const most = 10;

/** The documents that lift a refusal, each to be pasted with a reason. */
export function approvalWays({ approvals = [] }: Refusal): readonly string[] {
  const ways = approvals
    .slice(0, most)
    .map((approval) => `or commit, in a resource file and with a reason: ${approvalText(approval)}`);
  const rest = approvals.length - ways.length;
  return rest > 0 ? [...ways, `and ${rest} more (plan --format json has all)`] : ways;
}
