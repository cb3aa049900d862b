import { itemsBy } from '../../text/lists/items-by.ts';
import type { UsedApproval } from '../../model/approval.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';

export const usedAt = itemsBy<UsedApproval>(({ address }) => [address]);

/** Whether an approval was used; if so, it approves nothing further. */
export function isUsed(
  { approvals = [] }: Pick<LedgerState, 'approvals'>,
  { address, change }: Pick<UsedApproval, 'address' | 'change'>,
): boolean {
  return usedAt(approvals, address).some((approval) => approval.change === change);
}
