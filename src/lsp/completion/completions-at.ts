import type { Analysis, Engine } from '../engine.ts';
import { policyTextAt } from '../traffic-policy/policy-place.ts';
import { completion, type Completion, type CompletionRequest } from './completion.ts';

/** The completions at an offset, in a traffic policy or anywhere else; the tables are loaded inside a policy only. */
export async function completionsAt(
  analysis: Analysis,
  asked: CompletionRequest,
  engine: Pick<Engine, 'rules' | 'schemas'>,
): Promise<readonly Completion[]> {
  const { text, offset } = asked;
  const { workspace } = analysis;
  const policy = policyTextAt(workspace, asked);
  if (policy !== undefined) {
    const { policyCompletion } = await import('../traffic-policy/policy-completion.ts');
    const found = policyCompletion(policy, { text, offset, workspace });
    if (found !== undefined) return found;
  }
  return completion(analysis, asked, engine);
}
