import type { RuleContext } from '../../rule.ts';

/**
 * Whether a webhook provider has no secret, by the `without_secret` option of the rule `webhook-secret-required`: the
 * one list that lint, `pull` and the mock API use. Case does not matter.
 */
export function signsWithoutSecret(provider: string, { optionsOf }: Pick<RuleContext, 'optionsOf'>): boolean {
  const exempt = optionsOf('webhook-secret-required')['without_secret'];
  return (
    Array.isArray(exempt) && exempt.some((name) => String(name).toLowerCase() === provider.toLowerCase())
  );
}
