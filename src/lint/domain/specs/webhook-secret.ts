import type { RuleContext } from '../../rule.ts';

/**
 * Whether a provider has no secret, by `without_secret` of the rule `webhook-secret-required`: the one list that lint,
 * `pull` and the mock API use. Letter case does not count.
 */
export function signsWithoutSecret(provider: string, { optionsOf }: Pick<RuleContext, 'optionsOf'>): boolean {
  const exempt = optionsOf('webhook-secret-required')['without_secret'];
  return (
    Array.isArray(exempt) && exempt.some((name) => String(name).toLowerCase() === provider.toLowerCase())
  );
}
