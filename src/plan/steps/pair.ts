import { addressOfId } from '../../derive/forms/object-ids.ts';
import { addressHash } from '../../derive/forms/owner-id.ts';
import type { Desired } from '../../model/desired.ts';
import type { LedgerEntry, LedgerState, Orphan } from '../../model/ledger/ledger.ts';
import type { Live, LiveState } from '../../model/live.ts';
import type { Address } from '../../model/workspace/address.ts';
import { groupBy } from '../../text/lists/group-by.ts';
import { adoptionOf } from '../obstacles/claims.ts';
import type { PlanInput } from '../input.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { untrackedLive } from './untracked-live.ts';

/** Declared and in the ledger, possibly under a former address or as an orphan. */
export interface ManagedPair {
  readonly type: 'managed';
  readonly desired: Desired;
  readonly entry: LedgerEntry;
  readonly live: Live | 'missing';
  readonly formerly?: Address;
  /** Set if the object was an orphan. */
  readonly isRevived?: true;
}

/** An address with all known data about it. */
export type Pair =
  | ManagedPair
  /** Declared and to be adopted: by `adopt:`, or because a live object carries our marker for the address. */
  | {
      readonly type: 'adopted';
      readonly desired: Desired;
      readonly id: string;
      readonly live: Live | 'missing';
      readonly by: 'adopt' | 'marker';
      /** The id in the ledger, whose object is gone. */
      readonly instead?: string;
      readonly formerly?: Address;
    }
  /** Declared; several live objects carry our marker for the address, or one that no record of the ledger asked for. */
  | { readonly type: 'ambiguous'; readonly desired: Desired; readonly sameMarker: readonly Live[] }
  /** Declared, without any known object. */
  | { readonly type: 'new'; readonly desired: Desired }
  /** In the ledger and no longer declared. */
  | {
      readonly type: 'removed';
      readonly address: Address;
      readonly entry: LedgerEntry;
      readonly live: Live | 'missing';
    }
  | {
      readonly type: 'orphan';
      readonly address: Address;
      readonly orphan: Orphan;
      readonly live: Live | 'missing';
    };

/** Pairs declared resources with the ledger and, by its ids, with live objects. Each ledger entry is used once. */
export function pairUp(input: PlanInput): readonly Pair[] {
  const { desired, ledger, live } = input;
  const declared = new Set(desired.map(({ address }) => address));
  const used = new Set<Address>();
  const search = { input, declared, used, sameMarker: sameMarkerLive(input) };
  const pairs = desired.map((resource): Pair => {
    const managed = managedPair(search, resource);
    if (managed !== undefined) return successorOf(input, managed) ?? managed;
    return adoptedPair(search, resource) ?? { type: 'new', desired: resource };
  });
  for (const name in ledger.resources) {
    const address = name as Address;
    const entry = ledger.resources[address];
    if (entry === undefined || declared.has(address) || used.has(address)) continue;
    pairs.push({ type: 'removed', address, entry, live: liveUnder(live, address, entry) });
  }
  for (const [address, orphan] of Object.entries(ledger.orphans) as [Address, Orphan][]) {
    if (used.has(address)) continue;
    pairs.push({ type: 'orphan', address, orphan, live: live.orphans.get(address) ?? 'missing' });
  }
  return pairs;
}

/** The search for the pairs of an input. */
interface PairSearch {
  readonly input: PlanInput;
  /** The addresses in the files. */
  readonly declared: ReadonlySet<Address>;
  /** The addresses of the ledger that have a pair already. */
  readonly used: Set<Address>;
  readonly sameMarker: ReadonlyMap<string, readonly Live[]>;
}

function managedPair({ input, declared, used }: PairSearch, desired: Desired): ManagedPair | undefined {
  const { ledger, live } = input;
  const { address, formerly: names } = desired;
  const entry = ledger.resources[address];
  if (entry !== undefined) {
    return { type: 'managed', desired, entry, live: liveUnder(live, address, entry) };
  }
  for (const formerly of [...names, address]) {
    if (used.has(formerly) || (formerly !== address && declared.has(formerly))) continue;
    const before = ledger.resources[formerly];
    if (before !== undefined) {
      used.add(formerly);
      return {
        type: 'managed',
        desired,
        entry: before,
        live: liveUnder(live, formerly, before),
        formerly,
      };
    }
    const orphan = ledger.orphans[formerly];
    const found = live.orphans.get(formerly);
    // If the orphan's object is gone, the orphan is forgotten and the resource created again.
    if (orphan === undefined || found === undefined || found === 'missing') continue;
    used.add(formerly);
    return { type: 'managed', desired, entry: orphan, live: found, formerly, isRevived: true };
  }
  return undefined;
}

/** The object with the entry's id; never a different object found under the same address. */
function liveUnder({ known }: LiveState, address: Address, { id }: LedgerEntry): Live | 'missing' {
  const found = known.get(address) ?? 'missing';
  return found !== 'missing' && found.id !== id ? 'missing' : found;
}

/** The object that `adopt:` names as the replacement of one that is gone: it was recreated outside Edgewright. */
function successorOf(
  { environment, ledger, live }: PlanInput,
  { desired, entry, live: successorLive, formerly }: ManagedPair,
): Pair | undefined {
  const { address } = desired;
  const line = successorLive === 'missing' ? adoptionOf(environment, address) : undefined;
  const found = live.known.get(address) ?? 'missing';
  if (line === undefined || found === 'missing' || found.id !== line.id || line.id === entry.id)
    return undefined;
  if (addressOfId(ledger, line.id) !== undefined) return undefined;
  return {
    type: 'adopted',
    desired,
    id: line.id,
    live: found,
    by: 'adopt',
    instead: entry.id,
    ...withoutUndefined({ formerly }),
  };
}

function adoptedPair({ input, declared, sameMarker }: PairSearch, desired: Desired): Pair | undefined {
  const { environment, ledger, live } = input;
  const { address, formerly, kind } = desired;
  const adoption = adoptionOf(environment, address);
  if (adoption !== undefined) {
    return {
      type: 'adopted',
      desired,
      id: adoption.id,
      live: live.known.get(address) ?? 'missing',
      by: 'adopt',
    };
  }
  // It may have been renamed between the create and this plan.
  const names = [address, ...formerly.filter((name) => !declared.has(name))];
  const [twin, ...others] = names.flatMap((name) => sameMarker.get(`${kind} ${addressHash(name)}`) ?? []);
  if (twin === undefined) return undefined;
  // Without a record of its create, it may be of a workspace with the same lineage, such as a copy of this one.
  const isAsked = names.some((name) => isCreateOf(ledger, name, twin));
  // That create has to be settled first.
  if (others.length === 0 && !isAsked && ledger.unknown?.[address] !== undefined) return undefined;
  if (others.length > 0 || !isAsked) return { type: 'ambiguous', desired, sameMarker: [twin, ...others] };
  return { type: 'adopted', desired, id: twin.id, live: twin, by: 'marker' };
}

/**
 * Whether the ledger remembers a create that made the object: one without a response, one that counted as not done, or
 * one that is newer than the ledger, whose nonce is lost.
 */
function isCreateOf({ unknown = {}, absent = {} }: LedgerState, address: Address, { marker }: Live): boolean {
  return [unknown[address], absent[address]].some(
    (create) => create !== undefined && (create.op === marker?.op || create.newer !== undefined),
  );
}

/** Live objects with our marker that are not in the ledger, by kind and address hash; none with `marker: false`. */
function sameMarkerLive(input: PlanInput): ReadonlyMap<string, readonly Live[]> {
  return groupBy(untrackedLive(input), ({ kind, marker }) => `${kind} ${marker?.address ?? ''}`);
}
