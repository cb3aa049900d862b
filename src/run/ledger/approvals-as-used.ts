import type { UsedApproval } from '../../model/approval.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';

/**
 * The approvals in the files, all as if used. After the loss of a ledger it is unknown which of them were used, and a
 * used approval must not approve the same change again. The plan prints the id for a new approval.
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
