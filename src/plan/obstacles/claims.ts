/**
 * Claims on an object by other environments: a ledger that is available, or a marker whose owner's ledger is not.
 *
 * An object with two owners would be reverted by each apply in turn. An owner gives up an object when its ledger
 * forgets it; where that ledger cannot be read, `from:` under `adopt:` states the handover.
 */
import type { Remedy } from '../../model/facts/remedy.ts';
import { itemsBy } from '../../text/lists/items-by.ts';
import { rememberEach } from '../../text/remember-last.ts';
import { ownerInLedger, ownerOf } from '../../derive/forms/owner-id.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Adoption } from '../../model/workspace/environment.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import type { Address } from '../../model/workspace/address.ts';
import type { Neighbor, NeighborLedger } from './neighbor.ts';

export interface OwnerClaim {
  /** The source of the claim. */
  readonly by: 'ledger' | 'marker';
  /** The name that `from:` takes: an environment, or the owner in a marker. */
  readonly owner: string;
  /** The object's address in the owner's ledger. */
  readonly address?: Address;
  /** The ledger knows only that it sent the create: its next apply finds the object by its marker. */
  readonly isUnknown?: true;
}

/** The data in which claims are looked up. */
export interface ClaimContext {
  readonly ledger: Pick<LedgerState, 'lineage' | 'api' | 'formerly'>;
  readonly environment: { readonly name: string };
  readonly neighbors?: readonly Neighbor[] | undefined;
}

/** The lines of `adopt:`, found by id or address. */
const byAddress = itemsBy<Adoption>(({ address }) => [address]);

export const adoptionsOfId = itemsBy<Pick<Adoption, 'address' | 'id' | 'from'>>(({ id }) => [id]);

export function adoptionOf(
  { adopt }: { readonly adopt: readonly Adoption[] },
  address: Address,
): Adoption | undefined {
  return byAddress(adopt, address)[0];
}

export function claimOn(
  claiming: ClaimContext,
  { id, marker }: Pick<Live, 'id' | 'marker'>,
): OwnerClaim | undefined {
  const claim = ledgerClaim(claiming, id);
  if (claim !== undefined || marker === undefined) return claim;
  const { ledger, neighbors = [] } = claiming;
  if (marker.owner === ownOwner(claiming)) return undefined;
  const neighbor = neighbors.find((candidate) => ownerOfNeighbor(ledger, candidate) === marker.owner);
  // Its ledger is available and, as checked above, does not have the id.
  if (neighbor?.ledger !== undefined) return createClaim(neighbor.name, neighbor.ledger, marker.op);
  return { by: 'marker', owner: neighbor?.name ?? marker.owner };
}

/** The owner in the markers of this environment. */
function ownOwner({ ledger: { lineage, formerly }, environment: { name } }: ClaimContext): string {
  return ownerInLedger({ lineage, environment: name, ...withoutUndefined({ formerly }) });
}

function ownerOfNeighbor({ lineage }: ClaimContext['ledger'], { name, ledger }: Neighbor): string {
  return ownerOf(lineage, ledger?.formerly ?? name);
}

/** The claim of a ledger whose create without a response made the object with this nonce in its marker. */
function createClaim(owner: string, { unknown = {} }: NeighborLedger, op: string): OwnerClaim | undefined {
  const found = Object.entries(unknown).find(([, create]) => create.op === op);
  return found && { by: 'ledger', owner, address: found[0] as Address, isUnknown: true };
}

/** The claim of another available ledger that manages or retired the object. Forgotten objects are unclaimed. */
export function ledgerClaim(
  { ledger, neighbors = [] }: Pick<ClaimContext, 'ledger' | 'neighbors'>,
  id: string,
): OwnerClaim | undefined {
  for (const { name, ledger: other } of neighbors) {
    if (other === undefined || (other.api !== ledger.api && ledger.api !== '')) continue;
    const address = addressesIn(other).get(id);
    if (address !== undefined) return { by: 'ledger', owner: name, address };
  }
  return undefined;
}

/** The address of each id that a ledger claims; made once, as each live object is looked up. */
const addressesIn = rememberEach((ledger: NeighborLedger): ReadonlyMap<string, Address> => {
  const kept = Object.entries(ledger.orphans).filter(([, { how }]) => how === 'retired');
  const all = [...Object.entries(ledger.resources), ...kept];
  // The first of several with one id is the last one set.
  return new Map(all.reverse().map(([address, { id }]) => [id, address as Address]));
});

/** The claim of an `adopt:` entry of another environment. */
export function adoptClaim(
  { neighbors = [] }: Pick<ClaimContext, 'neighbors'>,
  id: string,
): { readonly owner: string; readonly address: Address } | undefined {
  for (const { name, adopt } of neighbors) {
    const [line] = adoptionsOfId(adopt, id);
    if (line !== undefined) return { owner: name, address: line.address };
  }
  return undefined;
}

/**
 * The owner in the marker of an object of the ledger, if it is another one and no line of `adopt:` says that it was
 * handed over: writing the ledger takes fewer rights than writing the files.
 */
export function foreignOwner(
  claiming: ClaimContext,
  handedOver: readonly Adoption[],
  { id, marker }: Pick<Live, 'id' | 'marker'>,
): string | undefined {
  const { ledger, neighbors = [] } = claiming;
  if (marker === undefined || marker.owner === ownOwner(claiming)) return undefined;
  const [line] = adoptionsOfId(handedOver, id);
  const claim = claimOn(claiming, { id, marker });
  if (line !== undefined && (claim === undefined || isHandedOver(line, claim))) return undefined;
  return (
    neighbors.find((neighbor) => ownerOfNeighbor(ledger, neighbor) === marker.owner)?.name ?? marker.owner
  );
}

/**
 * Whether `adopt:` may take over a claimed object: the owner's ledger is not available, and `from:` names the owner.
 */
export function isHandedOver({ from }: Pick<Adoption, 'from'>, { by, owner }: OwnerClaim): boolean {
  return by === 'marker' && from === owner;
}

interface PlaceFlags {
  readonly placeFlags?: string;
}

/** Steps a person must take before an object that another environment manages can be adopted. */
export function claimRemedies(
  flags: PlaceFlags,
  { by, owner, address: theirs, isUnknown }: OwnerClaim,
  adopting: { readonly address: Address; readonly ref: string },
): readonly Remedy[] {
  if (isUnknown === true)
    return [
      { code: 'apply-there', owner, command: `edgewright apply --env ${owner}${flags.placeFlags ?? ''}` },
    ];
  return by === 'ledger' && theirs !== undefined
    ? [stopManaging(flags, theirs, owner)]
    : [{ code: 'adopt-from', owner, ...adopting }];
}

/** Has the environment `owner` stop managing the address. */
export function stopManaging({ placeFlags = '' }: PlaceFlags, address: Address, owner: string): Remedy {
  const command = `edgewright ledger forget ${address} --still-live --env ${owner}${placeFlags}`;
  return { code: 'stop-managing', owner, address, command };
}
