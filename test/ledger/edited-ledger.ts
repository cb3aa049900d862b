/** The changes of a ledger as functions from one state to the next. */
import { edited, type LedgerDraft } from '../../src/ledger/draft.ts';
import {
  putAbsent,
  putEntry,
  putOrphan,
  removeGoneOrphan,
  removeObject,
  moveEntry,
  revive,
  settle,
  useApprovals,
} from '../../src/ledger/state.ts';
import type { LedgerState, UnknownCreate, UnsettledWrite } from '../../src/model/ledger/ledger.ts';
import type { Address } from '../../src/model/workspace/address.ts';

export const renamed = pure(moveEntry);
export const revived = pure(revive);
export const withAbsent = pure(putAbsent);
export const withApprovals = pure(useApprovals);
export const withEntry = pure(putEntry);
export const withOrphan = pure(putOrphan);
export const withUnknown = pure((draft, address: Address, create: UnknownCreate) =>
  draft.unknown.set(address, create),
);
export const withSettled = pure(settle);
export const withUnsettled = pure((draft, op: string, write: UnsettledWrite) =>
  draft.unsettled.set(op, write),
);
export const withoutObject = pure(removeObject);
export const withoutGoneOrphan = pure(removeGoneOrphan);

function pure<Rest extends readonly unknown[]>(
  change: (draft: LedgerDraft, ...rest: Rest) => void,
): (state: LedgerState, ...rest: Rest) => LedgerState {
  return (state, ...rest) =>
    edited(state, (draft) => {
      change(draft, ...rest);
    });
}
