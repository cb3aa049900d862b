import type { LedgerState } from '../../../model/ledger.ts';
import type { Workspace } from '../../../model/workspace.ts';
import type { WorkspaceContext } from '../../rule.ts';

/**
 * The ledgers of all environments. Undefined if one is not available, because the state of that environment is then
 * unknown.
 */
export function ledgersOfAll(
  { environments }: Workspace,
  { ledgers }: WorkspaceContext,
): readonly LedgerState[] | undefined {
  const all = [...environments.keys()].map((name) => ledgers.get(name));
  const known = all.filter((one) => one !== undefined);
  return known.length === 0 || known.length < all.length ? undefined : known;
}
