import { kindNames, kindOfAddress, kinds } from '../kinds/index.ts';
import type { KindName } from '../kinds/kind.ts';
import { sortedById } from '../domain/sorted-by-id.ts';
import { toLive } from '../derive/forms/to-live.ts';
import type { ObjectKey, ReadApi } from '../model/api.ts';
import type { LedgerState } from '../model/ledger.ts';
import type { Live, LiveState } from '../model/live.ts';
import type { Address, Adoption } from '../model/workspace.ts';
import { sharingWith } from './share-with-ledger.ts';

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

type Found = Live | 'missing';

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
  const adopted = adoptions.map(adoptedEntry);
  const adoptedThere = others.map(adoptedEntry);
  const entries = [...resources, ...orphans, ...adopted, ...adoptedThere];
  const listed = wanted === 'none' ? [] : [...declared, ...entries.map(([, key]) => key.kind)];
  const share = sharingWith(ledger);
  const lived: ToLive = (kind, answer) => share(toLive(kind, answer));
  const lists = listAll(api, listed, lived);
  const find = finder(api, lists, lived);

  // For an address in the ledger, an earlier run adopted it: the ledger's id precedes while its object exists.
  const known = new Map([...adopted, ...resources]);
  const knownThere = new Map([...adoptedThere, ...resources]);
  const finding = [
    findAll([...known], find),
    findAll(orphans, find),
    others.length === 0 ? undefined : findAll([...knownThere], find),
  ] as const;
  // If several requests fail, the same one is reported regardless of timing.
  for (const each of [...lists.values(), ...finding]) each?.catch(() => undefined);
  const inLists: Live[] = [];
  for (const list of lists.values()) inLists.push(...sortedById((await list).values()));
  const foundKnown = await withSuccessors(await finding[0], { resources, adopted, find });
  const foundOrphans = await finding[1];
  const there = await finding[2];
  const foundThere = there && (await withSuccessors(there, { resources, adopted: adoptedThere, find }));
  const live = { listed: inLists, known: foundKnown, orphans: foundOrphans };
  return { live, other: { ...live, known: foundThere ?? foundKnown } };
}

type Lists = ReadonlyMap<KindName, Promise<ReadonlyMap<string, Live>>>;

type ToLive = typeof toLive;

function listAll(api: ReadApi, names: Iterable<KindName>, lived: ToLive): Lists {
  const listable = [...new Set(names)].filter((name) => kinds[name].operations.list !== undefined).sort();
  return new Map(listable.map((name) => [name, listOne(api, name, lived)]));
}

async function listOne(api: ReadApi, kind: KindName, lived: ToLive): Promise<ReadonlyMap<string, Live>> {
  const found = new Map<string, Live>();
  for (const live of await api.list(kind, (answer) => lived(kind, answer))) found.set(live.id, live);
  return found;
}

const fewAtOnce = 50;

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Requests each object only once. */
function finder(api: ReadApi, lists: Lists, lived: ToLive): (key: ObjectKey) => Promise<Found> {
  const asked = new Map<string, Promise<Found>>();
  return (key) => {
    const name = [key.kind, key.edge_id, key.id].join(' ');
    const found = asked.get(name) ?? findOne(api, lists, key, lived);
    asked.set(name, found);
    return found;
  };
}

async function findOne(api: ReadApi, lists: Lists, key: ObjectKey, lived: ToLive): Promise<Found> {
  const inList = (await lists.get(key.kind))?.get(key.id);
  if (inList !== undefined) return inList;
  const answer = await api.get(key);
  return answer === undefined ? 'missing' : lived(key.kind, answer);
}

async function findAll(
  wanted: readonly [Address, ObjectKey][],
  find: (key: ObjectKey) => Promise<Found>,
): Promise<ReadonlyMap<Address, Found>> {
  const finding = new Map<Address, Promise<Found>>();
  for (const [address, key] of wanted) {
    const each = find(key);
    // The first failure is thrown below.
    each.catch(() => undefined);
    finding.set(address, each);
    // Yields, so that the first requests are sent before the last ones are queued.
    if (finding.size % fewAtOnce === 0) await nextTurn();
  }
  const found = new Map<Address, Found>();
  for (const [address, each] of finding) found.set(address, await each);
  return found;
}

/** Replaces objects of the ledger that are gone by those that `adopt:` names for their addresses, if these are live. */
async function withSuccessors(
  found: ReadonlyMap<Address, Found>,
  { resources, adopted, find }: Successors,
): Promise<ReadonlyMap<Address, Found>> {
  const before = new Map(resources.map(([address, { id }]) => [address, id]));
  const named = adopted.filter(([address, { id }]) => {
    const old = before.get(address);
    return old !== undefined && old !== id && found.get(address) === 'missing';
  });
  if (named.length === 0) return found;
  const successors = await findAll(named, find);
  return new Map([...found, ...[...successors].filter(([, each]) => each !== 'missing')]);
}

interface Successors {
  readonly resources: readonly (readonly [Address, ObjectKey])[];
  readonly adopted: readonly [Address, ObjectKey][];
  readonly find: (key: ObjectKey) => Promise<Found>;
}

function entriesOf(entries: Readonly<Record<Address, ObjectKey>> | undefined): [Address, ObjectKey][] {
  return Object.entries(entries ?? {}).map(([address, entry]) => [address as Address, entry]);
}

function keyOf({ address, id, edge_id }: Adoptions[number]): ObjectKey {
  const kind = kindOfAddress(address);
  return { kind, id, ...(edge_id === undefined ? {} : { edge_id }) };
}

function adoptedEntry(adoption: Adoptions[number]): [Address, ObjectKey] {
  return [adoption.address, keyOf(adoption)];
}
