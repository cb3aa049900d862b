import { rememberEach } from '../../text/remember-last.ts';
import type { ObjectKey } from '../../model/api.ts';
import type { LedgerEntry, LedgerState } from '../../model/ledger/ledger.ts';
import type { Address } from '../../model/workspace/address.ts';
import { codeList } from '../../text/words/list-words.ts';

type Tables = Pick<LedgerState, 'resources' | 'orphans'>;

/** The address of the object in the ledger with this id, declared or not. */
export function addressOfId(ledger: Tables, id: string): Address | undefined {
  return addressesById(ledger).get(id);
}

/** The address of each id in a ledger, which must not change; a resource precedes an orphan. */
export const addressesById = rememberEach(({ resources, orphans }: Tables): ReadonlyMap<string, Address> => {
  const index = new Map<string, Address>();
  for (const table of [resources, orphans]) {
    // With so many keys, `Object.entries` takes three times as long.
    for (const address of Object.keys(table) as Address[]) {
      const id = table[address]?.id;
      if (id !== undefined && !index.has(id)) index.set(id, address);
    }
  }
  return index;
});

/** The object's id in the form that `adopt:` takes. */
export function refOf({
  id,
  edge_id,
}: {
  readonly id: string;
  readonly edge_id?: string | undefined;
}): string {
  return edge_id === undefined ? id : `${edge_id}/${id}`;
}

export interface SharedId {
  readonly id: string;
  /** In order; at least two. */
  readonly addresses: readonly Address[];
}

/**
 * The first object that a ledger has under several addresses. It must not be applied: a change of one resource would
 * be undone by the other, and the removal of one would delete the object of both.
 */
export function sharedId(ledger: Pick<LedgerState, 'resources' | 'orphans'>): SharedId | undefined {
  const { resources, orphans } = ledger;
  // Nearly always, and much faster to find out.
  const objects = Object.keys(resources).length + Object.keys(orphans).length;
  if (addressesById(ledger).size === objects) return undefined;
  const entries = Object.values(resources);
  const seen = new Set<string>();
  for (const entry of entries) {
    const key = nameOfObject(entry);
    if (seen.has(key)) return { id: entry.id, addresses: addressesOf({ resources }, entry) };
    seen.add(key);
  }
  return undefined;
}

/** The addresses of an object, in order. */
export function addressesOf(
  { resources }: Pick<LedgerState, 'resources'>,
  entry: LedgerEntry,
): readonly Address[] {
  const object = nameOfObject(entry);
  const all = Object.entries(resources) as [Address, LedgerEntry][];
  return all.flatMap(([address, candidate]) => (nameOfObject(candidate) === object ? [address] : [])).sort();
}

/** The same text for the same object: an id is unique in its kind, that of a route in its edge. */
export function nameOfObject({ kind, edge_id = '', id }: ObjectKey): string {
  return `${kind} ${edge_id} ${id}`;
}

/** As a part of a sentence. */
export function sharedIdText({ id, addresses }: SharedId): string {
  return `the id ${id} under ${codeList(addresses, ' and ')}, but an object has one address`;
}

/** The commands of which all but one are to be run. */
export function sharedIdHelp(
  { environment }: Pick<LedgerState, 'environment'>,
  { addresses }: SharedId,
  placeFlags: string,
): string {
  const commands = addresses.map(
    (address) => `\`edgewright ledger forget ${address} --env ${environment}${placeFlags}\``,
  );
  return `remove the wrong address, which does not change the object: ${commands.join(', or ')}`;
}
