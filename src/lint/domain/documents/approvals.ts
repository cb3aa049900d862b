import type { Approval } from '../../../model/workspace.ts';
import type { RuleContext } from '../../rule.ts';

/**
 * The approvals for this environment. One without `environment` applies only if the workspace has a single environment.
 */
export function approvalsFor({ workspace, environment }: RuleContext): readonly Approval[] {
  if (workspace === undefined) return [];
  const isOnly = workspace.environments.size === 1;
  return workspace.approvals.filter((approval) =>
    approval.environment === undefined ? isOnly : approval.environment === environment,
  );
}
