import type { Step } from '../../model/plan/step.ts';
import { isUsed } from '../../derive/compare/change-id.ts';
import type { Undoing } from './undoing.ts';

/** Whether an approval document allows this undo anyway; it is recorded as used with the step. */
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
