import type { KindName } from '../../kinds/kind.ts';
import type { UsedApproval } from '../approval.ts';
import type { Address } from '../workspace/address.ts';
import type { LedgerSpec } from './ledger.ts';
import type { LedgerChange } from './ledger-change.ts';

/** One run of a command that writes a ledger, as its journal, its lock and the log name it. */
export interface RunAbout {
  /** 48 random bits in hex: ties the screen, the journal, the ledger, the rollback file and a comment together. */
  readonly id: string;
  /** RFC 3339; the start. */
  readonly at: string;
  /** The verb: `apply`, `resolve`, `ledger forget`. */
  readonly verb: string;
  readonly host: string;
  /** The user name, or on CI who started the job. */
  readonly actor?: string;
  /** The commit that was checked out. */
  readonly commit?: string;
  /** The page and the attempt of the CI job. */
  readonly ci?: { readonly url: string; readonly attempt: string };
  /** The reason of a person to apply although no change window was open, or a freeze applied. */
  readonly outside_window?: string;
}

/** A write request that is about to be sent: durable before its first byte. */
export interface Intent {
  readonly type: 'intent';
  /** The nonce of the request, 128 bits in hex; in the marker of a create. */
  readonly op: string;
  readonly address: Address;
  readonly action: 'create' | 'update' | 'delete';
  readonly kind: KindName;
  /** Undefined for a create. */
  readonly id?: string;
  /** For a route, its edge. */
  readonly edge_id?: string;
  /** For a create, the fields by which the service identifies the object. */
  readonly identity?: LedgerSpec;
  /** Hash of the body, with references in place of secrets. */
  readonly body?: string;
  /** For an update, the fields that it changes as they are sent, with fingerprints in place of secrets. */
  readonly sent?: LedgerSpec;
  /** Hash of the live state that the request changes. */
  readonly before?: string;
  /** The approvals that the request uses up. */
  readonly approvals?: readonly Omit<UsedApproval, 'at'>[];
  /** RFC 3339. */
  readonly at: string;
}

/**
 * The records of a journal, in order. An intent without an ending may have been carried out: a journal that ends with
 * it leaves an unknown outcome.
 */
export type JournalRecord =
  /** The first one: the run, and the serial and the fence that its changes give the ledger. */
  | {
      readonly type: 'run';
      readonly format: 1;
      readonly lineage: string;
      readonly environment: string;
      readonly serial: number;
      readonly fence: number;
      readonly run: RunAbout;
    }
  | Intent
  /** The request of the intent is about to be sent again, or much later than its intent says: durable before it is. */
  | { readonly type: 'sending'; readonly op: string; readonly at: string }
  /**
   * The effect of a response; `op` ends an intent. `isOpen`: it does not, since an earlier sending of the same request
   * got no response and may still arrive.
   */
  | {
      readonly type: 'answer';
      readonly op?: string;
      readonly isOpen?: true;
      readonly changes: readonly LedgerChange[];
    }
  /** The request of the intent changed nothing: the service refused it, or no byte of it was sent. */
  | { readonly type: 'rejected' | 'not-sent'; readonly op: string; readonly status?: number };
