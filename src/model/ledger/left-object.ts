import type { KindName } from '../../kinds/kind.ts';
import type { LedgerSpec } from '../ledger.ts';
import type { Address } from '../workspace.ts';

/** An object that is live, or may be, and that no entry of the ledger manages. */
export interface LeftObject {
  readonly address: Address;
  readonly kind: KindName;
  /** `unknown`: the response to its create was lost, so it may not exist. */
  readonly state: 'retired' | 'forgotten' | 'unknown';
  /** Undefined for a create without a response. */
  readonly id?: string;
  /** For a route, its edge. */
  readonly edge_id?: string;
  /** For a create without a response, the fields by which the service identifies the object. */
  readonly identity?: LedgerSpec;
  /** Not a lost response: the id of a live object that is newer than the ledger. */
  readonly newer?: string;
  /** RFC 3339. */
  readonly since: string;
  /** The id of the run that left it; undefined if the log does not have it any more. */
  readonly run?: string;
}

/** A left object with the commands that settle it. */
export interface LeftWithWays extends LeftObject {
  readonly ways: readonly {
    /** Its case: "if it exists". */
    readonly lead: string;
    readonly command: string;
  }[];
}
