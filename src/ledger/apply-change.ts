import type { LedgerChange } from '../model/journal/journal.ts';
import type { LedgerDraft } from './draft.ts';
import {
  putAbsent,
  putEntry,
  putOrphan,
  putUnknown,
  rememberPlan,
  removeGoneOrphan,
  redate,
  removeObject,
  moveEntry,
  settle,
  useApprovals,
} from './state.ts';

/** Makes a change where it is recorded and where it is replayed, so that both give the same. */
export function makeChange(draft: LedgerDraft, change: LedgerChange): void {
  switch (change.change) {
    case 'put':
      putEntry(draft, change.address, change.entry);
      return;
    case 'remove':
      removeObject(draft, change.address);
      return;
    case 'rename':
      moveEntry(draft, change.from, change.to);
      return;
    case 'orphan':
      putOrphan(draft, change.address, change);
      return;
    case 'drop-orphan':
      removeGoneOrphan(draft, change.address);
      return;
    case 'doubt':
      putUnknown(draft, change.address, change.create);
      return;
    case 'absent':
      putAbsent(draft, change.address);
      return;
    case 'settled':
      settle(draft, change.op);
      return;
    case 'seen':
      redate(draft, change.op, change.at);
      return;
    case 'use-approvals':
      useApprovals(draft, change.approvals);
      return;
    case 'apply-plan':
      rememberPlan(draft, change.plan);
      return;
    case 'bind':
      draft.rest = { ...draft.rest, api: change.api };
      return;
  }
}
