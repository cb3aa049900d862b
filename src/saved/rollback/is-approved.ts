import type { Step } from '../../model/plan/step.ts';
import { isUsed } from '../../derive/compare/change-id.ts';
import type { Undoing } from './undoing.ts';

/** Whether a document in the repository approves to undo this all the same; it is used with the step that does it. */
export function isApproved(
  { approvals, approved, ledger }: Pick<Undoing, 'approvals' | 'approved' | 'ledger'>,
  { address, hash }: Pick<Step, 'address' | 'hash'>,
): boolean {
  const given = approvals.some(
    (approval) =>
      approval.allow === 'revert' &&
      approval.address === address &&
      approval.change === hash &&
      (approval.environment === undefined || approval.environment === ledger.environment) &&
      !isUsed(ledger, approval),
  );
  if (given) approved.set(address, [{ address, allow: 'revert', change: hash }]);
  return given;
}
