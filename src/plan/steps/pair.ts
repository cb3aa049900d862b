import { addressHash, ownerOf } from '../../derive/forms/marker.ts';
import type { Desired } from '../../model/desired.ts';
import type { LedgerEntry, Orphan } from '../../model/ledger.ts';
import type { Live, LiveState } from '../../model/live.ts';
import type { Address } from '../../model/workspace.ts';
import { ledgerClaim } from '../collision/claims.ts';
import type { PlanInput } from '../input.ts';

/** Declared, and in the ledger (perhaps under the address it had before, or as an orphan). */
export interface ManagedPair {
  readonly type: 'managed';
  readonly desired: Desired;
  readonly entry: LedgerEntry;
  readonly live: Live | 'missing';
  readonly formerly?: Address;
  /** It was an orphan. */
  readonly isRevived?: true;
}

/** An address with all that is known of it. */
export type Pair =
  | ManagedPair
  /** Declared, and to be taken over: by `adopt:`, or because a live object carries our marker for it. */
  | {
      readonly type: 'adopted';
      readonly desired: Desired;
      readonly id: string;
      readonly live: Live | 'missing';
      readonly by: 'adopt' | 'marker';
      /** The id that the ledger has for it, whose object is gone. */
      readonly instead?: string;
      readonly formerly?: Address;
    }
  /** Declared, and more than one live object carries our marker for it. */
  | { readonly type: 'ambiguous'; readonly desired: Desired; readonly twins: readonly Live[] }
  /** Declared, and nothing known of it. */
  | { readonly type: 'new'; readonly desired: Desired }
  /** In the ledger, and no longer declared. */
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

/** Pairs what is declared with the ledger and, through its ids, with what is live. Each ledger entry is used once. */
export function pairUp(input: PlanInput): readonly Pair[] {
  const { desired, ledger, live } = input;
  const written = new Set(desired.map(({ address }) => address));
  const used = new Set<Address>();
  const twins = markerTwins(input);
  const pairs = desired.map((resource): Pair => {
    const managed = managedPair(input, resource, written, used);
    if (managed !== undefined) return successorOf(input, managed) ?? managed;
    return adoptedPair(input, resource, twins) ?? { type: 'new', desired: resource };
  });
  for (const name in ledger.resources) {
    const address = name as Address;
    const entry = ledger.resources[address];
    if (entry === undefined || written.has(address) || used.has(address)) continue;
    pairs.push({ type: 'removed', address, entry, live: liveUnder(live, address, entry) });
  }
  for (const [address, orphan] of Object.entries(ledger.orphans) as [Address, Orphan][]) {
    if (used.has(address)) continue;
    pairs.push({ type: 'orphan', address, orphan, live: live.orphans.get(address) ?? 'missing' });
  }
  return pairs;
}

function managedPair(
  { ledger, live }: PlanInput,
  desired: Desired,
  written: ReadonlySet<Address>,
  used: Set<Address>,
): ManagedPair | undefined {
  const { address, formerly: names } = desired;
  const entry = ledger.resources[address];
  if (entry !== undefined) {
    return { type: 'managed', desired, entry, live: liveUnder(live, address, entry) };
  }
  for (const formerly of [...names, address]) {
    if (used.has(formerly) || (formerly !== address && written.has(formerly))) continue;
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
    // An orphan that is gone is forgotten, and the resource created again.
    if (orphan === undefined || found === undefined || found === 'missing') continue;
    used.add(formerly);
    return { type: 'managed', desired, entry: orphan, live: found, formerly, isRevived: true };
  }
  return undefined;
}

/** The object of an entry, and no other that is found under its address. */
function liveUnder({ known }: LiveState, address: Address, { id }: LedgerEntry): Live | 'missing' {
  const found = known.get(address) ?? 'missing';
  return found !== 'missing' && found.id !== id ? 'missing' : found;
}

/** The object that `adopt:` names instead of one that is gone: it was made again outside. */
function successorOf(
  { environment, ledger, live }: PlanInput,
  { desired, entry, live: own, formerly }: ManagedPair,
): Pair | undefined {
  const { address } = desired;
  const line = own === 'missing' ? environment.adopt.find((each) => each.address === address) : undefined;
  const found = live.known.get(address) ?? 'missing';
  if (line === undefined || found === 'missing' || found.id !== line.id || line.id === entry.id)
    return undefined;
  const entries = [...Object.values(ledger.resources), ...Object.values(ledger.orphans)];
  if (entries.some(({ id }) => id === line.id)) return undefined;
  return {
    type: 'adopted',
    desired,
    id: line.id,
    live: found,
    by: 'adopt',
    instead: entry.id,
    ...(formerly === undefined ? {} : { formerly }),
  };
}

function adoptedPair(
  { environment, live }: PlanInput,
  desired: Desired,
  twins: ReadonlyMap<string, readonly Live[]>,
): Pair | undefined {
  const { address } = desired;
  const adoption = environment.adopt.find((each) => each.address === address);
  if (adoption !== undefined) {
    return {
      type: 'adopted',
      desired,
      id: adoption.id,
      live: live.known.get(address) ?? 'missing',
      by: 'adopt',
    };
  }
  const [twin, ...others] = twins.get(`${desired.kind} ${addressHash(address)}`) ?? [];
  if (twin === undefined) return undefined;
  if (others.length > 0) return { type: 'ambiguous', desired, twins: [twin, ...others] };
  return { type: 'adopted', desired, id: twin.id, live: twin, by: 'marker' };
}

/**
 * Live objects that carry our marker and that the ledger does not know: a create whose answer was lost. They are
 * adopted, unless `marker: false`.
 */
function markerTwins(input: PlanInput): ReadonlyMap<string, readonly Live[]> {
  const twins = new Map<string, Live[]>();
  for (const object of strays(input)) {
    const key = `${object.kind} ${object.marker?.address ?? ''}`;
    twins.set(key, [...(twins.get(key) ?? []), object]);
  }
  return twins;
}

/** Live objects that carry our marker and that neither the ledger nor `adopt:` knows. */
export function strays({
  ledger,
  live,
  environment,
  settings,
  neighbors,
}: Pick<PlanInput, 'ledger' | 'live' | 'settings' | 'neighbors'> & {
  readonly environment: Pick<PlanInput['environment'], 'name' | 'adopt'>;
}): readonly Live[] {
  if (!settings.marker) return [];
  const owner = ownerOf(ledger.lineage, environment.name);
  const ours = live.listed.filter(({ marker }) => marker?.owner === owner);
  if (ours.length === 0) return ours;
  const entries = [
    ...Object.values(ledger.resources),
    ...Object.values(ledger.orphans),
    ...environment.adopt,
  ];
  const known = new Set(entries.map(({ id }) => id));
  // What another environment has taken over carries our marker still.
  return ours.filter(({ id }) => !known.has(id) && ledgerClaim({ ledger, neighbors }, id) === undefined);
}
