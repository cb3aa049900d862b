import type { LedgerEntry, Orphan, UnknownCreate } from '../../model/ledger/ledger.ts';
import type { TrafficServer } from '../../routing/traffic-server.ts';
import type { Adoption } from '../../model/workspace/environment.ts';
import type { Address } from '../../model/workspace/address.ts';

/** Another environment of the workspace. */
export interface Neighbor {
  readonly name: string;
  readonly adopt: readonly Pick<Adoption, 'address' | 'id'>[];
  /** Undefined if the ledger is not available. */
  readonly ledger: NeighborLedger | undefined;
  /** The routes that its files declare, on edges that this environment names too. */
  readonly routes?: readonly TrafficServer[];
  /** The endpoints that its files declare, and to which policies of this environment forward. */
  readonly endpoints?: readonly TrafficServer[];
}

export interface NeighborLedger {
  readonly api: string;
  readonly formerly?: string;
  readonly resources: Readonly<
    Record<Address, Pick<LedgerEntry, 'id'> & Partial<Pick<LedgerEntry, 'kind' | 'edge_id' | 'observed'>>>
  >;
  readonly orphans: Readonly<Record<Address, Pick<Orphan, 'id' | 'how'>>>;
  readonly unknown?: Readonly<Record<Address, Pick<UnknownCreate, 'op'>>>;
}
