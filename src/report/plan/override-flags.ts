import type { Refusal } from '../../model/plan/plan.ts';

/** The flags of `apply` that lift a refusal; undefined if no flag does. */
export function overrideFlags({
  fact,
  addresses,
  approvals = [],
}: Pick<Refusal, 'fact' | 'addresses' | 'approvals'>): readonly string[] | undefined {
  if (fact.code === 'nothing-declared') return ['--allow-empty'];
  if (fact.code === 'less-protected') {
    const groupOf = new Map(approvals.map(({ address, group }) => [address, group]));
    const names = new Set(addresses.map((address) => groupOf.get(address) ?? address));
    return [...names].flatMap((name) => ['--allow-exposure', name]);
  }
  if (fact.code === 'too-many-deletes') return ['--allow-deletes', String(addresses.length)];
  if (fact.code === 'too-many-changes') return ['--allow-changed-percent', String(fact.percent)];
  return undefined;
}
