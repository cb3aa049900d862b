import type { PolicySet } from '../../lint/policy/policies.ts';
import type { WorkspaceHead } from '../../model/workspace.ts';

/** The checked policies of a workspace, for one run of lint. Loads the CEL library only if there are policies. */
export async function checkedPolicies({ settings, environments }: WorkspaceHead): Promise<PolicySet> {
  if (settings.policies.length + settings.policyDrafts.length === 0)
    return { rules: [], diagnostics: [], checked: [] };
  const { checkPolicies } = await import('../../lint/policy/policies.ts');
  return checkPolicies(settings, [...environments.keys()]);
}
