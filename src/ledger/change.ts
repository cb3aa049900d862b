import type { LedgerChange } from '../model/journal/journal.ts';
import type { LedgerState } from '../model/ledger.ts';
import {
  renamed,
  withAbsent,
  withApprovals,
  withEntry,
  withOrphan,
  withPlan,
  withoutGoneOrphan,
  withoutObject,
  withSettled,
} from './state.ts';

/** The ledger after a change: used where it is recorded and where it is replayed, so that both give the same. */
export function changed(state: LedgerState, change: LedgerChange): LedgerState {
  switch (change.change) {
    case 'put':
      return withEntry(state, change.address, change.entry);
    case 'remove':
      return withoutObject(state, change.address);
    case 'rename':
      return renamed(state, change.from, change.to);
    case 'orphan':
      return withOrphan(state, change.address, change);
    case 'drop-orphan':
      return withoutGoneOrphan(state, change.address);
    case 'absent':
      return withAbsent(state, change.address);
    case 'settled':
      return withSettled(state, change.op);
    case 'use-approvals':
      return withApprovals(state, change.approvals);
    case 'apply-plan':
      return withPlan(state, change.plan);
    case 'bind':
      return { ...state, api: change.api };
  }
}
