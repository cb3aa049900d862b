import type { RunAbout } from '../model/ledger/journal.ts';
import type { LedgerHolder, UnlockResult } from '../model/ledger/ledger-store.ts';
import type { ShardToLock } from '../model/ledger/shard.ts';

/**
 * Where the texts of one environment's ledger are kept: `ledger.json`, `ledger.<serial>.json` (its generations),
 * `journal/<fence>.jsonl`, `rollback/<run>.json`, `history.jsonl`. A backend knows nothing of their content: reading,
 * replaying and compacting are the same for all. All methods throw `LedgerError`.
 */
export interface Backend extends Texts {
  /** The path of a text in messages. */
  readonly shown: (name: string) => string;
  /** The lock is written by the first write alone: nothing need be read before it is taken. */
  readonly locksWithFirstWrite?: true;
  /** Takes the lock, or throws an error that names its holder. */
  readonly lock: (run: RunAbout) => Promise<BackendLock>;
  /** Takes the lock away from the run with this id. */
  readonly unlock: (id: string) => Promise<UnlockResult>;
  /** The environments that have a ledger in the same store, sorted. */
  readonly environments: () => Promise<readonly string[]>;
  /** Who has the lock, oldest first; several only where there are shards. Writes nothing. */
  readonly holders: () => Promise<readonly LedgerHolder[]>;
  /** Whether the credential can write; undefined if that cannot be told. Only where the store has roles. */
  readonly canWrite?: () => Promise<boolean | undefined>;
  /** Undefined in a store whose ledgers have a single lock. */
  readonly shards?: ShardLocks;
}

/**
 * The locks of an environment's shards: each excludes itself, the lock of the whole, and shards that are applied with
 * other inputs.
 */
export interface ShardLocks {
  readonly lock: (run: RunAbout, shard: ShardToLock) => Promise<ShardLock>;
  /** Who keeps the shard from being locked, oldest first. */
  readonly holders: (shard: ShardToLock) => Promise<readonly LedgerHolder[]>;
}

/** The text with the number of shards, which the first lock of one writes. */
export const shardCount = 'shards';

/** Texts by name, as they are now. */
export interface Texts {
  /** The names in a folder, without it and sorted; those of folders may be among them. */
  readonly list: (folder: Folder) => Promise<readonly string[]>;
  /** Undefined if the text does not exist. */
  readonly read: (name: string) => Promise<string | undefined>;
  /** The key that ledgers and journals here are sealed with; undefined: they are not sealed, and no seal is checked. */
  readonly sealKey?: string | undefined;
}

export type Folder = '' | 'journal/' | 'rollback/';

/** The exclusive right to write. */
export interface BackendLock {
  /** Does these writes in order. When it resolves, they are durable and the lock was still ours; else none follows. */
  readonly write: (writes: readonly Write[]) => Promise<void>;
  /** Takes up this much space, so that later writes fit; does nothing where space is not ours to take. */
  readonly reserve: (bytes: number) => Promise<void>;
  readonly release: () => Promise<void>;
}

/** The right to write along with the locks of other shards. All shards have the same texts. */
export interface ShardLock extends BackendLock {
  /**
   * Stores a text that says which shard has which object. It stays as long as any shard is locked: what an earlier
   * holder stored is kept, and returned.
   */
  readonly divide: (text: string) => Promise<string>;
  /** Does the writes if no other shard is locked, and none was since the call; `make` reads in between. */
  readonly alone: (make: () => Promise<readonly Write[]>) => Promise<void>;
}

export type Write =
  /** Begins a text; fails if it exists. */
  | { readonly create: string; readonly text: string }
  /** Adds to the end of a text; creates it if there is none. */
  | { readonly append: string; readonly text: string }
  /** Replaces a text whole: after a crash it is the old or the new one. */
  | { readonly put: string; readonly text: string }
  /** Keeps the present bytes of a text under a second name; does nothing if that exists. */
  | { readonly keep: string; readonly as: string }
  | { readonly remove: string };
