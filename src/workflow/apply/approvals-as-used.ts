import type { UsedApproval } from '../../model/approval.ts';
import type { Workspace } from '../../model/workspace.ts';

/**
 * The approvals in the files, as if all of them had been used: which of them were is not known where a ledger was lost,
 * and one that was used must not approve the same change again. The plan prints the id by which it can be asked for.
 */
export function approvalsAsUsed(
  { approvals }: Pick<Workspace, 'approvals'>,
  environment: string,
  at: string,
): readonly UsedApproval[] {
  return approvals
    .filter((approval) => approval.environment === undefined || approval.environment === environment)
    .map(({ address, allow, change }) => ({ address, allow, change, at }));
}
