import type { KindName } from '../kinds/kind.ts';
import { identityKeys } from '../derive/forms/identity.ts';
import { addressHash } from '../derive/forms/owner-id.ts';
import type { Live } from '../model/live.ts';
import type { Spec } from '../model/value.ts';
import type { Address } from '../model/workspace/address.ts';

interface ObjectToFind {
  readonly address: Address;
  readonly kind: KindName;
  readonly spec: Spec;
}

export interface RebuiltPair {
  readonly address: Address;
  readonly live: Live;
  /** The reason for the pairing. */
  readonly by: 'marker' | 'identity' | 'routes file';
}

export interface Rebuilt {
  readonly pairs: readonly RebuiltPair[];
  /** Declared, but without a live object. */
  readonly unpaired: readonly Address[];
  /** Several live objects match: a person must choose one with `adopt:`. */
  readonly ambiguous: readonly Address[];
}

/**
 * Pairs declared resources with live objects to rebuild a lost ledger: by our marker first, then by identity; routes,
 * which cannot be listed, by the routes file. Each live object is used once.
 */
export function rebuild(
  wanted: readonly ObjectToFind[],
  { listed, routes, owner }: { listed: readonly Live[]; routes: ReadonlyMap<Address, Live>; owner: string },
): Rebuilt {
  const free = new Set(listed.filter(({ isManageable }) => isManageable));
  const pairs: RebuiltPair[] = [];
  const ambiguous: Address[] = [];
  const take = (address: Address, candidates: readonly Live[], by: RebuiltPair['by']): void => {
    const [only, second] = candidates;
    if (only === undefined) return;
    if (second !== undefined) {
      ambiguous.push(address);
      return;
    }
    free.delete(only);
    pairs.push({ address, live: only, by });
  };
  const isOpen = ({ address }: ObjectToFind): boolean =>
    !pairs.some((pair) => pair.address === address) && !ambiguous.includes(address);

  for (const { address } of wanted) {
    const route = routes.get(address);
    if (route !== undefined) take(address, [route], 'routes file');
  }
  for (const object of wanted.filter(isOpen))
    take(
      object.address,
      [...free].filter((live) => isMarked(live, object, owner)),
      'marker',
    );
  for (const object of wanted.filter(isOpen))
    take(
      object.address,
      [...free].filter((live) => isSameIdentity(live, object)),
      'identity',
    );
  return { pairs, ambiguous, unpaired: wanted.filter(isOpen).map(({ address }) => address) };
}

/** Whether the object has the marker of this owner for the address. */
export function isMarked(
  { kind, marker }: Live,
  wanted: Pick<ObjectToFind, 'kind' | 'address'>,
  owner: string,
): boolean {
  return kind === wanted.kind && marker?.owner === owner && marker.address === addressHash(wanted.address);
}

/** Whether the service would consider the two the same object. */
export function isSameIdentity(live: Live, wanted: Pick<ObjectToFind, 'kind' | 'spec'>): boolean {
  const { kind, edge_id, spec } = live;
  if (kind !== wanted.kind) return false;
  const keys = identityKeys(kind, wanted.spec);
  return identityKeys(kind, edge_id === undefined ? spec : { edge_id, ...spec }).some((key) =>
    keys.includes(key),
  );
}
