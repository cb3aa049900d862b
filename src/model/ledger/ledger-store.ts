import type { LedgerError } from '../errors.ts';
import type { JournalRecord, RunAbout } from './journal.ts';
import type { ShardToLock } from './shard.ts';
import type { LedgerFinding, LedgerState } from './ledger.ts';
import type { HistoryEntry } from './history-entry.ts';

/** A store of ledgers, one for each environment. All methods throw `LedgerError`. */
export interface LedgerStore {
  /**
   * The ledger with all that its journals record; undefined if there is none. The creates of a run that is still going
   * on count as unknown.
   */
  readonly read: (environment: string) => Promise<LedgerState | undefined>;
  /** Takes the lock, or throws an error that names its holder. */
  readonly lock: (environment: string, run: RunAbout, options?: LockOptions) => Promise<LedgerLock>;
  /** Takes the lock to put an older generation in place of a ledger that is missing or cannot be read. */
  readonly restore: (environment: string, run: RunAbout, serial: number) => Promise<RestoreRequest>;
  /** The ledgers with objects of environments that are not among these, in the store of that of `known[0]`. */
  readonly forgotten: (known: readonly string[]) => Promise<readonly LedgerState[]>;
  /** Gives the ledger of one environment to another name, which has none yet or an empty one. */
  readonly rename: (from: string, to: string, run: RunAbout) => Promise<LedgerState>;
  /** The place of the ledger in messages, such as `.edgewright/production/ledger.json`. */
  readonly shown: (environment: string) => string;
  readonly rollbacks: (environment: string) => RollbackFiles;
  /** The runs that recorded something, oldest first. */
  readonly history: (environment: string) => Promise<readonly HistoryEntry[]>;
  /** Takes the lock away from the run with this id, which must not be going on any more. */
  readonly unlock: (environment: string, id: string) => Promise<UnlockResult>;
  /** Seals the ledger as it is with the key of the store, whatever seal it has. Returns what was sealed. */
  readonly seal: (environment: string, run: RunAbout) => Promise<LedgerState>;
  /** Reads all texts of the ledger and says of each whether it is whole. Writes nothing. */
  readonly verify: (environment: string) => Promise<readonly LedgerFinding[]>;
  /** Who has the lock, or keeps this shard from being locked, oldest first; several have shards. Writes nothing. */
  readonly holders: (environment: string, shard?: ShardToLock) => Promise<readonly LedgerHolder[]>;
  /** Changes the number of shards, while none is locked. Returns the dead run whose lock was taken over, if any. */
  readonly setShards: (environment: string, run: RunAbout, count: number) => Promise<RunAbout | undefined>;
}

export interface LockOptions {
  /** Locks this shard alone. */
  readonly shard?: ShardToLock | undefined;
  /** Asked about a lock that another run has. Default: only a run whose process on this machine is gone has ended. */
  readonly mayTakeOver?: MayTakeOver | undefined;
  /** Called for a missing ledger, before a lock of it is written; throws to refuse. */
  readonly onMissing?: () => unknown;
}

/** Whether a run that has the lock has ended; `refused` is a clause that says why its lock must not be taken over. */
export type MayTakeOver = (
  holder: LedgerHolder,
) => Promise<'ended' | 'unknown' | { readonly refused: string }>;

export interface LedgerHolder {
  /** Undefined if the lock does not say. */
  readonly run: RunAbout | undefined;
  /** Whether its process still runs; undefined if that cannot be told from here. */
  readonly isRunning?: boolean | undefined;
  /** Whether it is in the way because it applies another shard with other inputs. */
  readonly hasOtherInputs?: boolean;
}

/** The end of a request to unlock: `other` is the run that has it. */
export type UnlockResult = 'unlocked' | 'not-locked' | { readonly other: RunAbout };

/** Rollback files, kept with the ledger: one per run, for the last runs. */
export interface RollbackFiles {
  /** Undefined for a run that is not known. */
  readonly read: (run: string) => Promise<string | undefined>;
  /** The runs, oldest first. */
  readonly list: () => Promise<readonly string[]>;
  /** The path of a run's file in messages. */
  readonly shown: (run: string) => string;
}

/** An older generation that is about to replace a lost or damaged ledger. */
export interface RestoreRequest {
  /** The generation, with the serial of the replaced ledger: the next one is above it. */
  readonly state: LedgerState;
  /** The path of its text in messages. */
  readonly shown: string;
  /** The path of the copy of the replaced ledger in messages; undefined if there was none. */
  readonly damaged: string | undefined;
  readonly lock: LedgerLock;
}

/** The exclusive right to write one environment's ledger, until released. */
export interface LedgerLock {
  /** Above that of every earlier holder; the locks of two shards at the same time may share one. */
  readonly fence: number;
  readonly run: RunAbout;
  /** The run that had the lock before and ended without giving it back. */
  readonly takenFrom?: RunAbout;
  /**
   * The ledger with all that was recorded under this lock, also what is not durable yet; undefined if there is none.
   */
  readonly state: () => LedgerState | undefined;
  /** The same for a look in between: it changes with the next record, and so need not be copied. */
  readonly view: () => LedgerState | undefined;
  /**
   * Adds records to the journal. When it resolves, they are durable and the lock was still ours. Rejects once anything
   * failed: nothing is recorded from then on.
   */
  readonly append: (records: readonly JournalRecord[]) => Promise<void>;
  /** This run as its durable records tell it; undefined if it recorded nothing. */
  readonly recorded: () => HistoryEntry | undefined;
  /** The reason why nothing more is recorded. */
  readonly failure: () => LedgerError | undefined;
  /** The rollback files, as they are under this lock. */
  readonly rollbacks: RollbackFiles;
  /** Keeps the rollback file of this run, and of the last runs before. */
  readonly keepRollback: (name: string, text: string) => Promise<void>;
  /** Takes up this much space, so that later records fit on a disk that fills up. */
  readonly reserve: (bytes: number) => Promise<void>;
  /** Replaces the whole ledger, its serial included, for one that is new or was lost. */
  readonly replace: (state: LedgerState) => Promise<void>;
  /**
   * Of a shard: stores a text that says which shard has which object, and returns the one that counts until no shard is
   * locked any more.
   */
  readonly divide?: (text: string) => Promise<string>;
  /** Folds the journal into the ledger and gives the lock back. */
  readonly release: () => Promise<void>;
}
