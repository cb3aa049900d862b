import type { Address } from './workspace/address.ts';
import type { allowances } from '../kinds/documents/words.ts';

/** The fields an approval document needs to allow one change; its author adds the reason. */
export interface AskedApproval {
  readonly allow: AllowedDecision;
  readonly address: Address;
  readonly environment: string;
  /** The full change id. */
  readonly change: string;
  /** The id of all approvals asked for in one: those of the same change of several resources, or of all deletes. */
  readonly group?: string;
}

/** Approvals that one document gives. */
export type ApprovalGroup = readonly [AskedApproval, ...AskedApproval[]];

export interface UsedApproval {
  readonly address: Address;
  readonly allow: AllowedDecision;
  readonly change: string;
  /** RFC 3339. */
  readonly at: string;
}

/** An approval that a step uses, before it is recorded. */
export type GivenApproval = Omit<UsedApproval, 'at'>;

export type AllowedDecision = (typeof allowances)[number];
