import { kindNames, kinds } from '../kinds/index.ts';
import type { KindName } from '../kinds/kind.ts';
import { toLive } from '../derive/to-live.ts';
import type { ObjectKey, ReadApi } from '../model/api.ts';
import type { LedgerState } from '../model/ledger.ts';
import type { Live, LiveState } from '../model/live.ts';
import type { Address, Adoption } from '../model/workspace.ts';

interface ReadLive {
  readonly api: ReadApi;
  /** Undefined on a first run. */
  readonly ledger: LedgerState | undefined;
  readonly adoptions: readonly Pick<Adoption, 'address' | 'id' | 'edge_id'>[];
  /** The kinds to list, where the API can; those of the ledger and of adoptions are listed as well. All when left out. */
  readonly kinds?: Iterable<KindName>;
}

type Found = Live | 'missing';

/**
 * Reads everything that a plan looks at: lists where there are any, a GET for each id that no list covers, both at the
 * same time. An object that a list lacks is asked for before it is called missing: a list may lag behind (APPLY.md, 4).
 */
export async function readLive({
  api,
  ledger,
  adoptions,
  kinds: declared = kindNames,
}: ReadLive): Promise<LiveState> {
  const resources = entriesOf(ledger?.resources);
  const orphans = entriesOf(ledger?.orphans);
  const adopted = adoptions.map((adoption): [Address, ObjectKey] => [adoption.address, keyOf(adoption)]);
  const names = [...declared, ...[...resources, ...orphans, ...adopted].map(([, key]) => key.kind)];
  const lists = listAll(api, names);
  const find = finder(api, lists);

  // An address that is in the ledger already was adopted by an earlier run: the ledger's id holds.
  const known = new Map([...adopted, ...resources]);
  const finding = Promise.all([findAll([...known], find), findAll(orphans, find)]);
  // When several fail, the same one is reported whichever answer comes first.
  for (const each of [...lists.values(), finding]) each.catch(() => undefined);
  const listed: Live[] = [];
  for (const list of lists.values()) listed.push(...(await list).values());
  const [foundKnown, foundOrphans] = await finding;
  return { listed, known: foundKnown, orphans: foundOrphans };
}

type Lists = ReadonlyMap<KindName, Promise<ReadonlyMap<string, Live>>>;

function listAll(api: ReadApi, names: Iterable<KindName>): Lists {
  const listable = [...new Set(names)].filter((name) => kinds[name].operations.list !== undefined).sort();
  return new Map(listable.map((name) => [name, listOne(api, name)]));
}

async function listOne(api: ReadApi, kind: KindName): Promise<ReadonlyMap<string, Live>> {
  const answers = await api.list(kind);
  return new Map(answers.map((answer) => toLive(kind, answer)).map((live) => [live.id, live]));
}

function finder(api: ReadApi, lists: Lists): (key: ObjectKey) => Promise<Found> {
  return async (key) => {
    const inList = (await lists.get(key.kind))?.get(key.id);
    if (inList !== undefined) return inList;
    const answer = await api.get(key);
    return answer === undefined ? 'missing' : toLive(key.kind, answer);
  };
}

async function findAll(
  wanted: readonly [Address, ObjectKey][],
  find: (key: ObjectKey) => Promise<Found>,
): Promise<ReadonlyMap<Address, Found>> {
  return new Map(
    await Promise.all(wanted.map(async ([address, key]) => [address, await find(key)] as const)),
  );
}

function entriesOf(entries: Readonly<Record<Address, ObjectKey>> | undefined): [Address, ObjectKey][] {
  return Object.entries(entries ?? {}).map(([address, entry]) => [address as Address, entry]);
}

function keyOf({ address, id, edge_id }: Pick<Adoption, 'address' | 'id' | 'edge_id'>): ObjectKey {
  const kind = address.slice(0, address.indexOf('/')) as KindName;
  return { kind, id, ...(edge_id === undefined ? {} : { edge_id }) };
}
