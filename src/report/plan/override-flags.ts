import type { Refusal } from '../../model/plan/plan.ts';

/** The flags of `apply` that lift a refusal; undefined if no flag does. */
export function overrideFlags(
  refusal: Pick<Refusal, 'fact' | 'addresses' | 'approvals'>,
): readonly string[] | undefined {
  const { fact, addresses } = refusal;
  if (fact.code === 'nothing-declared') return ['--allow-empty'];
  if (fact.code === 'less-protected')
    return approvedNames(refusal).flatMap((name) => ['--allow-exposure', name]);
  if (fact.code === 'too-many-deletes') return ['--allow-deletes', String(addresses.length)];
  if (fact.code === 'too-many-changes') return ['--allow-changed-percent', String(fact.percent)];
  return undefined;
}

/**
 * The names for the approvals of a refusal: each group of resources with the same change once, and each other resource.
 */
export function approvedNames({
  addresses,
  approvals = [],
}: Pick<Refusal, 'addresses' | 'approvals'>): readonly string[] {
  const groupOf = new Map(approvals.map(({ address, group }) => [address, group]));
  return [...new Set(addresses.map((address) => groupOf.get(address) ?? address))];
}
