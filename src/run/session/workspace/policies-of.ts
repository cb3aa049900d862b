import type { KnownPasses } from '../../../lint/policy/known-passes.ts';
import type { PolicySet } from '../../../lint/policy/run-policies.ts';
import { loadTrafficTools } from '../../../lint/domain/policy/load-traffic-tools.ts';
import type { Workspace, WorkspaceHead } from '../../../model/workspace.ts';

/** The policies of a workspace as an earlier run of lint found them, with the same environments. */
export interface EarlierPolicies {
  readonly areValid: boolean;
  /** Evaluations that are known to pass are skipped; others that pass are added. */
  readonly passes?: KnownPasses;
}

/** The checked policies of a workspace, for one run of lint. Loads the CEL library only if there are policies. */
export async function checkedPolicies(
  workspace: WorkspaceHead | Workspace,
  earlier: EarlierPolicies = { areValid: false },
): Promise<PolicySet> {
  const { settings, environments } = workspace;
  if ('sources' in workspace) await loadTrafficTools(textsIn(workspace.sources));
  if (settings.policies.length + settings.policyDrafts.length === 0)
    return { rules: [], diagnostics: [], checked: [], isExpensive: () => false };
  const { checkPolicies, rulesOfValid } = await import('../../../lint/policy/run-policies.ts');
  const policies = earlier.areValid && settings.policyDrafts.length === 0 ? rulesOfValid : checkPolicies;
  return policies(settings, [...environments.keys()], earlier.passes);
}

function* textsIn(sources: Workspace['sources']): Iterable<string> {
  for (const { text } of sources.values()) yield text;
}
