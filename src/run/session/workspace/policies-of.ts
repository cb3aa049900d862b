import type { KnownPasses } from '../../../lint/policy/known-passes.ts';
import type { PolicySet } from '../../../lint/policy/run-policies.ts';
import { loadTrafficTools } from '../../../lint/domain/policy/load-traffic-tools.ts';
import type { Settings, Workspace, WorkspaceHead } from '../../../model/workspace.ts';

/** Settings whose policies an earlier run found valid, with the same environments. */
const known = new WeakSet<Settings>();

/** Declares that the policies of these settings are valid. */
export function trustPolicies(settings: Settings): void {
  if (settings.policyDrafts.length === 0) known.add(settings);
}

const passesOf = new WeakMap<Settings, KnownPasses>();

/** Evaluations of these policies that are known to pass are skipped; others that pass are added. */
export function usePasses(settings: Settings, passes: KnownPasses): void {
  passesOf.set(settings, passes);
}

/** The checked policies of a workspace, for one run of lint. Loads the CEL library only if there are policies. */
export async function checkedPolicies(workspace: WorkspaceHead | Workspace): Promise<PolicySet> {
  const { settings, environments } = workspace;
  if ('sources' in workspace) await loadTrafficTools(textsIn(workspace.sources));
  if (settings.policies.length + settings.policyDrafts.length === 0)
    return { rules: [], diagnostics: [], checked: [], isExpensive: () => false };
  const { checkPolicies, rulesOfValid } = await import('../../../lint/policy/run-policies.ts');
  const policies = known.has(settings) ? rulesOfValid : checkPolicies;
  return policies(settings, [...environments.keys()], passesOf.get(settings));
}

function* textsIn(sources: Workspace['sources']): Iterable<string> {
  for (const { text } of sources.values()) yield text;
}
