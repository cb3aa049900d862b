import type { RuleContext } from '../../rule.ts';

/** Whether a provider is one of those that `without_secret` of the rule names; upper and lower case mean the same. */
export function signsWithoutSecret(provider: string, { options }: Pick<RuleContext, 'options'>): boolean {
  const exempt = options['without_secret'];
  return (
    Array.isArray(exempt) && exempt.some((name) => String(name).toLowerCase() === provider.toLowerCase())
  );
}
