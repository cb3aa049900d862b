import type { Planning } from './input.ts';
import type { Approval } from '../model/workspace/workspace-document.ts';
import type { Address } from '../model/workspace/address.ts';
import { isUsed } from '../derive/compare/used-approval.ts';
import { itemsBy } from '../text/lists/items-by.ts';

/** The approvals of this change that documents in the repository give and that no run has used. */
export function approvalsFor(
  { approvals, environment, ledger }: Pick<Planning, 'approvals' | 'environment' | 'ledger'>,
  allow: Approval['allow'],
  { address, hash }: { readonly address: Address; readonly hash: string },
): readonly Approval[] {
  return approvalsOf(approvals, address).filter(
    (approval) =>
      approves(approval, allow, { change: hash, environment: environment.name }) && !isUsed(ledger, approval),
  );
}

export const approvalsOf = itemsBy<Approval>(({ address }) => [address]);

/** Whether an approval of an address is of this change, in this environment. */
export function approves(
  approval: Approval,
  allow: Approval['allow'],
  { change, environment }: { readonly change: string; readonly environment: string },
): boolean {
  return approval.allow === allow && approval.change === change && isFor(approval, environment);
}

export function isFor(approval: Pick<Approval, 'environment'>, environment: string): boolean {
  return approval.environment === undefined || approval.environment === environment;
}
