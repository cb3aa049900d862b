import type { UsedApproval } from '../approval.ts';
import type { Address } from '../workspace/address.ts';
import type { AppliedPlan, LedgerEntry, Orphan, UnknownCreate } from './ledger.ts';

/** A change of a ledger as data, so that it can be stored and replayed: `changed` is the one reducer. */
export type LedgerChange =
  | { readonly change: 'put'; readonly address: Address; readonly entry: LedgerEntry }
  | { readonly change: 'remove'; readonly address: Address }
  | { readonly change: 'rename'; readonly from: Address; readonly to: Address }
  | ({ readonly change: 'orphan'; readonly address: Address } & Pick<Orphan, 'since' | 'how'>)
  | { readonly change: 'drop-orphan'; readonly address: Address }
  /** The ledger is older than what is live: the object of the address may exist. */
  | { readonly change: 'doubt'; readonly address: Address; readonly create: UnknownCreate }
  /** The create of the address made no object. */
  | { readonly change: 'absent'; readonly address: Address }
  /** The update or delete with this nonce, whose response was lost, cannot arrive any more. */
  | { readonly change: 'settled'; readonly op: string }
  /** The request with this nonce, whose time is in the future, was sent by then: its machine's clock was ahead. */
  | { readonly change: 'seen'; readonly op: string; readonly at: string }
  | { readonly change: 'use-approvals'; readonly approvals: readonly UsedApproval[] }
  | { readonly change: 'apply-plan'; readonly plan: AppliedPlan }
  /** The API that the ledger belongs to from now on. */
  | { readonly change: 'bind'; readonly api: string };
