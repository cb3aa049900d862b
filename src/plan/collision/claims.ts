/**
 * Who else has an object: a ledger of another environment that is at hand, or a marker of an owner whose ledger is not.
 * An object of two owners is undone by each for the other, with every apply. An owner lets go of an object when its
 * ledger forgets it; where that cannot be looked up, `from:` under `adopt:` says it.
 */
import { ownerOf } from '../../derive/forms/marker.ts';
import type { LedgerEntry, LedgerState, Orphan } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Address, Adoption } from '../../model/workspace.ts';

/** Another environment of the workspace. */
export interface Neighbor {
  readonly name: string;
  readonly adopt: readonly Pick<Adoption, 'address' | 'id'>[];
  /** Undefined where it is not at hand. */
  readonly ledger: NeighborLedger | undefined;
}

export interface NeighborLedger {
  readonly api: string;
  readonly resources: Readonly<Record<Address, Pick<LedgerEntry, 'id'>>>;
  readonly orphans: Readonly<Record<Address, Pick<Orphan, 'id' | 'how'>>>;
}

export interface OwnerClaim {
  /** What it rests on. */
  readonly by: 'ledger' | 'marker';
  /** As `from:` names it: an environment, or the owner in a marker. */
  readonly owner: string;
  /** In the ledger of the owner. */
  readonly address?: Address;
}

/** What claims are looked up in. */
export interface Claiming {
  readonly ledger: Pick<LedgerState, 'lineage' | 'api'>;
  readonly environment: { readonly name: string };
  readonly neighbors?: readonly Neighbor[] | undefined;
}

export function claimOn(
  claiming: Claiming,
  { id, marker }: Pick<Live, 'id' | 'marker'>,
): OwnerClaim | undefined {
  const claim = ledgerClaim(claiming, id);
  if (claim !== undefined || marker === undefined) return claim;
  const { ledger, environment, neighbors = [] } = claiming;
  if (marker.owner === ownerOf(ledger.lineage, environment.name)) return undefined;
  const neighbor = neighbors.find(({ name }) => ownerOf(ledger.lineage, name) === marker.owner);
  // Its ledger does not have it any more: that was looked at above.
  if (neighbor?.ledger !== undefined) return undefined;
  return { by: 'marker', owner: neighbor?.name ?? marker.owner };
}

/** By another ledger that is at hand: what it knows, or keeps switched off. What it has forgotten is free. */
export function ledgerClaim(
  { ledger, neighbors = [] }: Pick<Claiming, 'ledger' | 'neighbors'>,
  id: string,
): OwnerClaim | undefined {
  for (const { name, ledger: other } of neighbors) {
    if (other === undefined || (other.api !== ledger.api && ledger.api !== '')) continue;
    const kept = Object.entries(other.orphans).filter(([, { how }]) => how === 'retired');
    const found = [...Object.entries(other.resources), ...kept].find(([, entry]) => entry.id === id);
    if (found !== undefined) return { by: 'ledger', owner: name, address: found[0] as Address };
  }
  return undefined;
}

/** By a line under `adopt:` of another environment. */
export function adoptClaim(
  { neighbors = [] }: Pick<Claiming, 'neighbors'>,
  id: string,
): { readonly owner: string; readonly address: Address } | undefined {
  for (const { name, adopt } of neighbors) {
    const line = adopt.find((each) => each.id === id);
    if (line !== undefined) return { owner: name, address: line.address };
  }
  return undefined;
}

/** Whether `adopt:` may take over what is claimed: only where no one can look whether the owner has let go of it. */
export function isHandedOver({ from }: Pick<Adoption, 'from'>, { by, owner }: OwnerClaim): boolean {
  return by === 'marker' && from === owner;
}
