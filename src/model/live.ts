import type { KindName } from '../kinds/kind.ts';
import type { JsonObject, Spec } from './value.ts';
import type { Address } from './workspace.ts';

/** An object as the API answered it, turned into the write form. */
export interface Live {
  readonly kind: KindName;
  readonly id: string;
  /** Of a route. */
  readonly edge_id?: string;
  readonly uri?: string;
  /**
   * The write form of all that it answered: nulls dropped, read-only fields left out, secrets and header values that
   * look like one as `Secret`, the ownership marker taken out of `metadata`.
   */
  readonly spec: Spec;
  readonly marker?: Marker;
  /** False for an endpoint that is ephemeral or served by an edge: never ours to touch. */
  readonly isManageable: boolean;
  /** The answer itself, for `pull` and the read-only fields. Holds secrets in clear: never print it. */
  readonly answer: JsonObject;
}

/** What a created object's metadata carries so that it can be found again. */
export interface Marker {
  /** Hash of lineage and environment. */
  readonly owner: string;
  /** Hash of the address, a hint. */
  readonly address: string;
  /** 128-bit nonce of the create. */
  readonly op: string;
}

/** What one reading of the API gave. */
export interface LiveState {
  /** By kind, what lists answered, complete. */
  readonly listed: readonly Live[];
  /**
   * By address, what a GET of each ledger id or adoption answered; `missing` for 404. Where the object of the ledger is
   * gone and `adopt:` names another one for its address, that one: its id is not the ledger's.
   */
  readonly known: ReadonlyMap<Address, Live | 'missing'>;
  /** The same for orphans. */
  readonly orphans: ReadonlyMap<Address, Live | 'missing'>;
}
