import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { Json } from '../../model/value.ts';
import type { AllowedDecision } from '../../model/approval.ts';
import { idHash } from '../../text/hash.ts';
import { canonicalJson } from '../../text/json/canonical-json.ts';
import { usedAt } from './used-approval.ts';
import type { Address } from '../../model/workspace/address.ts';

export interface DecidedChange {
  readonly address: Address;
  /** The id of the live object; absent before it is created. */
  readonly id?: string | undefined;
  readonly edge_id?: string | undefined;
  readonly allow: AllowedDecision;
  /** All values that will change, in any order; never messages. */
  readonly values: readonly Json[];
}

/**
 * The change id that an approval refers to. The same decision has the same id in every plan. A used approval changes
 * the id, so the same change needs a new approval the next time.
 */
export function changeId(
  { environment, approvals = [] }: Pick<LedgerState, 'environment' | 'approvals'>,
  { address, id, edge_id, allow, values }: DecidedChange,
): string {
  return idHash({
    environment,
    address,
    object: [edge_id ?? null, id ?? null],
    allow,
    used: usedAt(approvals, address).length,
    values: values.map(canonicalJson).sort(),
  });
}

const shownDigits = 6;

/** The short form of a change id for headings; documents need all digits. */
export function shortChange(change: string): string {
  return change.slice(0, shownDigits);
}
