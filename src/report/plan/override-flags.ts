import type { Refusal } from '../../model/plan/plan.ts';

/** The flags of `apply` that lift a refusal; undefined if no flag does. */
export function overrideFlags({
  fact,
  addresses,
}: Pick<Refusal, 'fact' | 'addresses'>): readonly string[] | undefined {
  if (fact.code === 'nothing-declared') return ['--allow-empty'];
  if (fact.code === 'less-protected') return addresses.flatMap((address) => ['--allow-exposure', address]);
  if (fact.code === 'too-many-deletes') return ['--allow-deletes', String(addresses.length)];
  if (fact.code === 'too-many-changes') return ['--allow-changed-percent', String(fact.percent)];
  return undefined;
}
