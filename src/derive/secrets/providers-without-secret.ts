import { secretlessProviders } from '../../kinds/webhook-providers.ts';
import type { LintSettings } from '../../model/workspace.ts';

/**
 * The webhook providers without a secret, from the workspace's settings: `without_secret` of the rule
 * `webhook-secret-required`, otherwise the API's one. Lint, the mock API and `pull` use the same list.
 */
export function exemptProviders({ rules }: Pick<LintSettings, 'rules'>): readonly string[] {
  const named = rules.get('webhook-secret-required')?.options?.['without_secret'];
  return Array.isArray(named) ? named.map((name) => String(name)) : secretlessProviders;
}
