/**
 * A ledger that changes in place, for as long as one caller has it. A copy for each change would take time in
 * proportion to the ledger, and a run that creates all of it the square of that.
 */
import type {
  LedgerEntry,
  LedgerState,
  Orphan,
  UnknownCreate,
  UnsettledWrite,
} from '../model/ledger/ledger.ts';
import type { Address } from '../model/workspace/address.ts';

/** A table of a draft, which finds its items also by their id. */
export interface DraftTable<Key extends string, Item> {
  /** Changes with the table. */
  readonly items: Readonly<Record<Key, Item>>;
  readonly set: (key: Key, item: Item) => void;
  readonly remove: (key: Key) => void;
  readonly keysWithId: (id: string | undefined) => readonly Key[];
  readonly isEmpty: () => boolean;
}

export interface LedgerDraft {
  /** All but the tables below. */
  rest: Omit<LedgerState, 'resources' | 'orphans' | 'unknown' | 'unsettled' | 'late'>;
  readonly resources: DraftTable<Address, LedgerEntry>;
  readonly orphans: DraftTable<Address, Orphan>;
  readonly unknown: DraftTable<Address, UnknownCreate>;
  readonly unsettled: DraftTable<string, UnsettledWrite>;
  readonly late: DraftTable<string, UnsettledWrite>;
}

/** A draft of its own: what happens to it does not change the ledger. */
export function draftOf({
  resources,
  orphans,
  unknown = {},
  unsettled = {},
  late = {},
  ...rest
}: LedgerState): LedgerDraft {
  return {
    rest,
    resources: draftTable(resources),
    orphans: draftTable(orphans),
    unknown: draftTable(unknown),
    unsettled: draftTable(unsettled),
    late: draftTable(late),
  };
}

/** The ledger as it is now; its tables change with the draft. */
export function viewOf({ rest, resources, orphans, unknown, unsettled, late }: LedgerDraft): LedgerState {
  return {
    ...rest,
    resources: resources.items,
    orphans: orphans.items,
    ...(unknown.isEmpty() ? {} : { unknown: unknown.items }),
    ...(unsettled.isEmpty() ? {} : { unsettled: unsettled.items }),
    ...(late.isEmpty() ? {} : { late: late.items }),
  };
}

/** The ledger as it is now, which nothing changes any more. */
export function copyOfLedger(draft: LedgerDraft): LedgerState {
  return viewOf(draftOf(viewOf(draft)));
}

/** The ledger after some changes; the one before stays as it is. */
export function edited(state: LedgerState, edit: (draft: LedgerDraft) => void): LedgerState {
  const draft = draftOf(state);
  edit(draft);
  return viewOf(draft);
}

function draftTable<Key extends string, Item>(from: Readonly<Record<Key, Item>>): DraftTable<Key, Item> {
  const items = { ...from } as Record<Key, Item>;
  let count = Object.keys(items).length;
  /** Made when it is first needed: most drafts never look for an id. */
  let keysById: Map<string, Set<Key>> | undefined;
  const index = (): Map<string, Set<Key>> => {
    if (keysById !== undefined) return keysById;
    keysById = new Map();
    for (const key of Object.keys(items) as Key[]) addTo(keysById, idOf(items[key]), key);
    return keysById;
  };
  const forget = (key: Key): void => {
    if (!Object.hasOwn(items, key)) return;
    count--;
    const id = idOf(items[key]);
    const keys = keysById?.get(id);
    keys?.delete(key);
    if (keys?.size === 0) keysById?.delete(id);
  };
  return {
    items,
    set: (key, item) => {
      forget(key);
      items[key] = item;
      count++;
      if (keysById !== undefined) addTo(keysById, idOf(item), key);
    },
    remove: (key) => {
      forget(key);
      Reflect.deleteProperty(items, key);
    },
    keysWithId: (id) => (id === undefined || count === 0 ? [] : [...(index().get(id) ?? [])]),
    isEmpty: () => count === 0,
  };
}

function addTo<Key>(keys: Map<string, Set<Key>>, id: string, key: Key): void {
  const known = keys.get(id);
  if (known === undefined) keys.set(id, new Set([key]));
  else known.add(key);
}

/** Empty for a create whose id is not known. */
function idOf(item: unknown): string {
  return (item as { readonly id?: string }).id ?? '';
}
