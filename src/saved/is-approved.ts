import type { Step } from '../model/plan.ts';
import type { Undoing } from './undoing.ts';

/** Whether a document in the repository says yes to taking this back all the same. */
export function isApproved(
  { approvals, ledger: { environment } }: Pick<Undoing, 'approvals' | 'ledger'>,
  { address, hash }: Pick<Step, 'address' | 'hash'>,
): boolean {
  return approvals.some(
    (approval) =>
      approval.allow === 'revert' &&
      approval.address === address &&
      approval.change === hash &&
      (approval.environment === undefined || approval.environment === environment),
  );
}
