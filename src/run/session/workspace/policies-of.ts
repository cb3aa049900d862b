import type { PolicySet } from '../../../lint/policy/run-policies.ts';
import { loadTrafficTools } from '../../../lint/domain/policy/load-traffic-tools.ts';
import type { Workspace, WorkspaceHead } from '../../../model/workspace/workspace.ts';

/** The checked policies of a workspace, for one run of lint. Loads the CEL library only if there are policies. */
export async function checkedPolicies(workspace: WorkspaceHead | Workspace): Promise<PolicySet> {
  const { settings, environments } = workspace;
  if ('sources' in workspace) await loadTrafficTools(textsIn(workspace.sources));
  if (settings.policies.length + settings.policyDrafts.length === 0)
    return { rules: [], diagnostics: [], checked: [] };
  const { checkPolicies } = await import('../../../lint/policy/run-policies.ts');
  return checkPolicies(settings, [...environments.keys()]);
}

function* textsIn(sources: Workspace['sources']): Iterable<string> {
  for (const { text } of sources.values()) yield text;
}
