import { nameOfObject } from '../../derive/forms/object-ids.ts';
import { toLive } from '../../derive/forms/read-form.ts';
import { kindNames, kindOfAddress, kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { ObjectKey, ReadApi } from '../../model/api.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { Live, LiveState } from '../../model/live.ts';
import type { Adoption } from '../../model/workspace/environment.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { sortedById } from '../../text/lists/items-by.ts';
import type { Address } from '../../model/workspace/address.ts';

type Adoptions = readonly Pick<Adoption, 'address' | 'id' | 'edge_id'>[];

interface ReadOnce {
  readonly api: ReadApi;
  /** Undefined on a first run. */
  readonly ledger: LedgerState | undefined;
  /** The kinds to list, if the API can; those in the ledger and in adoptions are listed as well. All by default. */
  readonly kinds?: Iterable<KindName>;
  /** `none`: every object by its id, and no others. */
  readonly lists?: 'none';
}

interface ReadLive extends ReadOnce {
  readonly adoptions: Adoptions;
}

type ReadOutcome = Live | 'missing';

/**
 * Reads all live data for a plan: lists, and concurrently a GET for each id that no list covers. An object missing from
 * a list is requested by id before it counts as missing, as a list may lag behind.
 */
export async function readLive({ adoptions, ...once }: ReadLive): Promise<LiveState> {
  const { live } = await readLiveTwice({ ...once, adoptions, others: [] });
  return live;
}

/** A single reading, evaluated with the adoptions of two commits: each object is requested once. */
export async function readLiveTwice({
  api,
  ledger,
  adoptions,
  others,
  kinds: declared = kindNames,
  lists: wanted,
}: ReadLive & { readonly others: Adoptions }): Promise<{
  readonly live: LiveState;
  readonly other: LiveState;
}> {
  const resources = entriesOf(ledger?.resources);
  const orphans = entriesOf(ledger?.orphans);
  const entries = [...resources, ...orphans, ...[...adoptions, ...others].map(adoptedEntry)];
  const known = new Set(declared);
  for (const [, { kind }] of entries) known.add(kind);
  const listed = wanted === 'none' ? [] : known;
  const lists = listAll(api, listed);
  const objects = objectReader(api, lists);

  const here = knownWith(adoptions, resources, objects.found);
  const otherKnown = others.length === 0 ? undefined : knownWith(others, resources, objects.found);
  const orphaned = orphans.map(([, key]) => key);
  const keys = [...here.first().values(), ...orphaned, ...(otherKnown?.first().values() ?? [])];
  const reading = objects.read(keys);
  // If several requests fail, the same one is reported regardless of timing.
  for (const list of [...lists.values(), reading]) list.catch(() => undefined);
  const inLists: Live[] = [];
  // Not all at once: a call with 130,000 arguments fails.
  for (const list of lists.values()) for (const live of sortedById((await list).values())) inLists.push(live);
  await reading;
  await objects.read([...here.successors(), ...(otherKnown?.successors() ?? [])].map(([, key]) => key));
  const live = {
    listed: inLists,
    known: here.found(),
    orphans: new Map(orphans.map(([address, key]) => [address, objects.found(key)])),
  };
  return { live, other: otherKnown === undefined ? live : { ...live, known: otherKnown.found() } };
}

/** The known objects of one commit: those of the ledger, and the adopted ones. */
interface KnownKeys {
  /** For an address in the ledger, an earlier run adopted it: the ledger's id precedes while its object exists. */
  readonly first: () => ReadonlyMap<Address, ObjectKey>;
  /** The objects that `adopt:` names in place of those of the ledger that are gone. */
  readonly successors: () => readonly Entry[];
  readonly found: () => ReadonlyMap<Address, ReadOutcome>;
}

type Entry = readonly [Address, ObjectKey];

function knownWith(
  adoptions: Adoptions,
  resources: readonly Entry[],
  found: (key: ObjectKey) => ReadOutcome,
): KnownKeys {
  const adopted = adoptions.map(adoptedEntry);
  const first = new Map([...adopted, ...resources]);
  const successors = (): readonly Entry[] =>
    adopted.filter(([address, { id }]) => {
      const before = first.get(address);
      return before !== undefined && before.id !== id && found(before) === 'missing';
    });
  return {
    first: () => first,
    successors,
    found: () => {
      const all = new Map<Address, ReadOutcome>();
      for (const [address, key] of first) all.set(address, found(key));
      for (const [address, key] of successors()) if (found(key) !== 'missing') all.set(address, found(key));
      return all;
    },
  };
}

type Lists = ReadonlyMap<KindName, Promise<ReadonlyMap<string, Live>>>;

function listAll(api: ReadApi, names: Iterable<KindName>): Lists {
  const listable = [...new Set(names)].filter((name) => kinds[name].operations.list !== undefined).sort();
  return new Map(listable.map((name) => [name, listOne(api, name)]));
}

async function listOne(api: ReadApi, kind: KindName): Promise<ReadonlyMap<string, Live>> {
  const found = new Map<string, Live>();
  for (const live of await api.list(kind, (answer) => toLive(kind, answer))) found.set(live.id, live);
  return found;
}

interface ObjectReader {
  /** Requests the objects that are in no list, each only once. */
  readonly read: (keys: readonly ObjectKey[]) => Promise<void>;
  /** An object that was read. */
  readonly found: (key: ObjectKey) => ReadOutcome;
}

function objectReader(api: ReadApi, lists: Lists): ObjectReader {
  const objects = new Map<string, ReadOutcome>();
  const readKind = async (kind: KindName, keys: readonly ObjectKey[]): Promise<void> => {
    const list = await lists.get(kind);
    const rest: ObjectKey[] = [];
    for (const key of keys) {
      if (objects.has(nameOfObject(key))) continue;
      const live = list?.get(key.id);
      if (live === undefined) rest.push(key);
      // Until it is read: each only once.
      objects.set(nameOfObject(key), live ?? 'missing');
    }
    const answers = await api.getMany(rest, (answer) =>
      answer === undefined ? 'missing' : toLive(kind, answer),
    );
    for (const [index, key] of rest.entries()) objects.set(nameOfObject(key), answers[index] ?? 'missing');
  };
  return {
    read: async (keys) => {
      const reading = kindNames.map((kind) =>
        readKind(
          kind,
          keys.filter((key) => key.kind === kind),
        ),
      );
      // The first failure in this order is thrown.
      for (const list of reading) list.catch(() => undefined);
      for (const list of reading) await list;
    },
    found: (key) => {
      const found = objects.get(nameOfObject(key));
      if (found === undefined) throw new Error(`${key.kind} ${key.id} was not read`);
      return found;
    },
  };
}

function entriesOf(entries: Readonly<Record<Address, ObjectKey>> | undefined): [Address, ObjectKey][] {
  return Object.entries(entries ?? {}) as [Address, ObjectKey][];
}

function adoptionKey({ address, id, edge_id }: Adoptions[number]): ObjectKey {
  const kind = kindOfAddress(address);
  return { kind, id, ...withoutUndefined({ edge_id }) };
}

function adoptedEntry(adoption: Adoptions[number]): Entry {
  return [adoption.address, adoptionKey(adoption)];
}
