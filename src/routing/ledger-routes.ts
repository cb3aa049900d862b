import type { KindName } from '../kinds/kind.ts';
import type { Json } from '../model/value.ts';
import type { Address } from '../model/workspace/address.ts';
import type { TrafficServer } from './traffic-server.ts';

/** The part of an entry in a ledger that routing reads. */
interface RouteEntry {
  readonly id: string;
  readonly kind?: KindName;
  readonly edge_id?: string;
  readonly observed?: Readonly<Record<string, Json>>;
}

/** The routes in a ledger, as they were after the last write. */
export function ledgerRoutes(
  resources: Readonly<Record<string, RouteEntry>>,
): readonly (TrafficServer & { readonly id: string })[] {
  return Object.entries(resources).flatMap(([address, { id, kind, edge_id, observed }]) =>
    kind !== 'https-route' || edge_id === undefined || observed === undefined
      ? []
      : [{ address: address as Address, kind, id, spec: { ...observed, edge_id } }],
  );
}
