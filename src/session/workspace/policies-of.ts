import type { PolicySet } from '../../lint/policy/policies.ts';
import type { WorkspaceHead } from '../../model/workspace.ts';

/** The policies of a workspace, checked, for one run of lint. The CEL library is loaded only where there are some. */
export async function checkedPolicies({ settings, environments }: WorkspaceHead): Promise<PolicySet> {
  if (settings.policies.length + settings.policyDrafts.length === 0)
    return { rules: [], diagnostics: [], checked: [] };
  const { checkPolicies } = await import('../../lint/policy/policies.ts');
  return checkPolicies(settings, [...environments.keys()]);
}
