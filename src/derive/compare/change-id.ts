import type { UsedApproval } from '../../model/approval.ts';
import type { LedgerState } from '../../model/ledger.ts';
import type { Json } from '../../model/value.ts';
import type { Address, AllowedDecision } from '../../model/workspace.ts';
import { canonicalJson, idHash } from '../../text/hash.ts';

/** One decision about one object. */
export interface Decision {
  readonly address: Address;
  /** Of the live object; absent where there is none yet. */
  readonly id?: string | undefined;
  readonly edge_id?: string | undefined;
  readonly allow: AllowedDecision;
  /** All that will be different, in any order, and never a sentence about it. */
  readonly values: readonly Json[];
}

/**
 * What an approval names. The same decision has the same id in every plan, no matter who makes it, and a used approval
 * changes it: the same change can be asked for again, and is not approved by what approved it before.
 */
export function changeId(
  { environment, approvals = [] }: Pick<LedgerState, 'environment' | 'approvals'>,
  { address, id, edge_id, allow, values }: Decision,
): string {
  return idHash({
    environment,
    address,
    object: [edge_id ?? null, id ?? null],
    allow,
    used: approvals.filter((approval) => approval.address === address).length,
    values: values.map(canonicalJson).sort(),
  });
}

/** Whether an approval was used: it approves nothing any more. */
export function isUsed(
  { approvals = [] }: Pick<LedgerState, 'approvals'>,
  { address, change }: Pick<UsedApproval, 'address' | 'change'>,
): boolean {
  return approvals.some((one) => one.address === address && one.change === change);
}
