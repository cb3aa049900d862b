import { secretlessProviders } from '../../kinds/webhook-providers.ts';
import type { LintSettings } from '../../model/workspace.ts';

/**
 * The webhook providers that have no secret, by the settings of a workspace: `without_secret` of the rule
 * `webhook-secret-required`, else the API's one. Lint, the local API and `pull` go by the same list.
 */
export function exemptProviders({ rules }: Pick<LintSettings, 'rules'>): readonly string[] {
  const named = rules.get('webhook-secret-required')?.options?.['without_secret'];
  return Array.isArray(named) ? named.map((name) => String(name)) : secretlessProviders;
}
