import type { KindName } from '../kinds/kind.ts';
import type { Spec } from './value.ts';
import type { Address } from './workspace/address.ts';

/** A live object from an API response, in the write form. */
export interface Live {
  readonly kind: KindName;
  readonly id: string;
  /** Set for routes only. */
  readonly edge_id?: string;
  /**
   * The write form of the response: nulls dropped, read-only fields left out, secrets and header values that look like
   * secrets as `Secret`, the ownership marker removed from `metadata`.
   */
  readonly spec: Spec;
  readonly marker?: Marker;
  /** False for an endpoint that is ephemeral or served by an edge: Edgewright never changes it. */
  readonly isManageable: boolean;
  /** Not read: as last observed, and declared as last applied. */
  readonly isAssumed?: true;
  /** Set for an endpoint that an edge serves. */
  readonly served?: ServedByEdge;
}

/** Of an endpoint that an edge serves: the id of the edge and the URL, as far as the response has them. */
export interface ServedByEdge {
  readonly edge?: string;
  readonly url?: string;
}

/** The ownership marker in the metadata of a created object, which lets Edgewright find the object again. */
export interface Marker {
  /** Hash of lineage and environment. */
  readonly owner: string;
  /** Hash of the address, a hint. */
  readonly address: string;
  /** 128-bit nonce of the create. */
  readonly op: string;
}

/** The result of reading the API once. */
export interface LiveState {
  /** All listed objects, ordered by kind and id. */
  readonly listed: readonly Live[];
  /**
   * The response to GET of each ledger id or adoption, by address; `missing` for 404. If the object of the ledger is
   * gone and `adopt:` names another one for its address, that one, whose id differs from the ledger's.
   */
  readonly known: ReadonlyMap<Address, Live | 'missing'>;
  /** The response to GET of each orphan, by address; `missing` for 404. */
  readonly orphans: ReadonlyMap<Address, Live | 'missing'>;
}
