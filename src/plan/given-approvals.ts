import type { KindName } from '../kinds/kind.ts';
import type { LedgerEntry } from '../model/ledger/ledger.ts';
import { itemsBy } from '../text/lists/items-by.ts';
import type { Approval } from '../model/workspace/workspace-document.ts';
import type { FactContext } from './compare/change-fact.ts';
import { isUsed } from '../derive/compare/used-approval.ts';
import type { Address } from '../model/workspace/address.ts';
import type { Planning } from './input.ts';

export function factsOf(
  { digest }: Planning,
  kind: KindName,
  entry?: Pick<LedgerEntry, 'applied'>,
): FactContext {
  return { kind, digest, applied: entry?.applied };
}

/** The approvals of this change that documents in the repository give and that no run has used. */
export function approvalsFor(
  { approvals, environment, ledger }: Pick<Planning, 'approvals' | 'environment' | 'ledger'>,
  allow: Approval['allow'],
  { address, hash }: { readonly address: Address; readonly hash: string },
): readonly Approval[] {
  return approvalsOf(approvals, address).filter(
    (approval) => approves(approval, allow, hash, environment.name) && !isUsed(ledger, approval),
  );
}

export const approvalsOf = itemsBy<Approval>(({ address }) => [address]);

/** Whether an approval of an address is of this change, in this environment. */
export function approves(
  approval: Approval,
  allow: Approval['allow'],
  change: string,
  environment: string,
): boolean {
  return approval.allow === allow && approval.change === change && isFor(approval, environment);
}

export function isFor(approval: Pick<Approval, 'environment'>, environment: string): boolean {
  return approval.environment === undefined || approval.environment === environment;
}
