import type { Address, AllowedDecision } from './workspace.ts';

/** An approval that a change asks for: what the document must say, beside its reason. */
export interface AskedApproval {
  readonly allow: AllowedDecision;
  readonly address: Address;
  readonly environment: string;
  /** The change id, whole. */
  readonly change: string;
}

/** An approval by which something was done. */
export interface UsedApproval {
  readonly address: Address;
  readonly allow: AllowedDecision;
  readonly change: string;
  /** RFC 3339. */
  readonly at: string;
}

/** An approval that a step uses, before it is recorded. */
export type GivenApproval = Omit<UsedApproval, 'at'>;
