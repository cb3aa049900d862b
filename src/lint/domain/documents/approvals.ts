import type { ApprovalDocument } from '../../../model/workspace.ts';
import type { RuleContext } from '../../rule.ts';

/** The approvals that speak of this environment and no other. */
export function approvalsFor({ workspace, environment }: RuleContext): readonly ApprovalDocument[] {
  if (workspace === undefined) return [];
  const isOnly = workspace.environments.size === 1;
  return workspace.approvals.filter((approval) =>
    approval.environment === undefined ? isOnly : approval.environment === environment,
  );
}
