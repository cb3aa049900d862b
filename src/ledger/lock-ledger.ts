import { LedgerError } from '../model/errors.ts';
import type { JournalRecord, RunAbout } from '../model/ledger/journal.ts';
import type { LedgerState } from '../model/ledger/ledger.ts';
import type { LedgerLock, LockOptions } from '../model/ledger/ledger-store.ts';
import type { BackendLock, ShardLock, Write } from './backend.ts';
import { copyOfLedger, viewOf } from './draft.ts';
import { compactShards, compactedWrites, isCompactionDue } from './compact-journal.ts';
import { historyEntries } from './journal/history.ts';
import { journalWriter } from './journal/journal-writer.ts';
import { replay, replayOf, sealed, type Replay } from './journal/replay.ts';
import { ledgerText } from './ledger-text.ts';
import { readStored, withHome, type StoredLedger } from './read-ledger.ts';
import { unsafeError } from './ledger-error.ts';
import { sumLedgerText, textSum } from './text/read-ledger-text.ts';
import { putRollback, rollbackFiles } from './rollback-files.ts';
import { takeLedgerLock } from './take-over.ts';
import { exitCodes } from '../model/exit-codes.ts';
import { journalFile } from './journal/journal-files.ts';
import type { BackendPlace, LedgerPlace } from './ledger-place.ts';

/** Takes the lock and reads the ledger under it: what earlier runs left in their journals is part of it. */
export async function lockLedger(
  place: BackendPlace,
  run: RunAbout,
  { mayTakeOver, onMissing, shard }: LockOptions = {},
): Promise<LedgerLock> {
  const { backend } = place;
  // Read first, so that a damaged or missing ledger leaves no lock behind.
  const first = backend.locksWithFirstWrite === true ? undefined : await readStored(place);
  if (backend.locksWithFirstWrite !== true && first === undefined) onMissing?.();
  refuseSealed(place, first);
  const { backendLock, from } = await takeLedgerLock(backend, run, { mayTakeOver, shard });
  try {
    const stored = await readStored(place, first);
    if (stored === undefined) onMissing?.();
    refuseSealed(place, stored);
    const lock = openJournal(place, { backendLock, run, stored, shard: shard?.number });
    return from === undefined ? lock : { ...lock, takenFrom: from };
  } catch (error) {
    await backendLock.release();
    throw error;
  }
}

/** Every run with the key would refuse the records of a run without it. */
function refuseSealed({ texts, environment }: LedgerPlace, stored: StoredLedger | undefined): void {
  if (stored?.isSealed !== true || texts.sealKey !== undefined) return;
  throw unsafeError(
    `the ledger of \`${environment}\` is sealed, and EDGEWRIGHT_PLAN_KEY is not set here`,
    'set the key that it is sealed with; `plan` needs none',
  );
}

interface JournalJob {
  readonly backendLock: BackendLock | ShardLock;
  readonly run: RunAbout;
  readonly stored: StoredLedger | undefined;
  /** The number of the shard, if the lock is that of one. */
  readonly shard?: number | undefined;
  /** For a ledger that cannot be used as it is: done before it is replaced. Without that, it stays as it is. */
  readonly beforeReplacing?: readonly Write[];
}

/** Of a ledger without journals. */
export const nothingStored = { journals: [], compacted: [], journalCharacters: 0, history: [], read: [] };

/** The lock on a ledger that was read, which keeps its own journal. */
export function openJournal(
  place: LedgerPlace,
  { backendLock, run, stored, shard, beforeReplacing }: JournalJob,
): LedgerLock {
  const fence = (stored?.fence ?? 0) + 1;
  const file = journalFile(fence, shard);
  let now: Replay | undefined = stored && replayOf(stored.state);
  let base = stored;
  let records: JournalRecord[] = [];
  let durable = 0;
  const writer = journalWriter(backendLock, file, place.texts.sealKey);

  const append = async (more: readonly JournalRecord[]): Promise<void> => {
    const failure = writer.failure();
    if (failure !== undefined) throw failure;
    if (now === undefined) throw new Error('there is no ledger to record anything in');
    const opened = records.length === 0 ? [firstRecord(now.draft.rest, fence, run), ...more] : more;
    replay(now, opened);
    records.push(...opened);
    await writer.append(opened);
    durable += opened.length;
  };

  const compact = async (given: LedgerState): Promise<void> => {
    const state = withHome(place, given);
    if ((await sumLedgerText(place.texts))?.sum !== base?.sum) throw replacedMeanwhile(place);
    // The next holder is above it in any case: it counts the journals too.
    const compacted = writer.size() === 0 ? fence - 1 : fence;
    const text = ledgerText({ ...state, fence: compacted }, place.texts.sealKey);
    const entries = [...(base?.history ?? []), ...historyEntries(records)];
    const isAfterCrash = base === undefined || base.journals.length + base.compacted.length > 0;
    const journals = [
      ...(base?.journals ?? []),
      ...(base?.compacted ?? []),
      ...(records.length > 0 ? [file] : []),
    ];
    const journal = { state, text, entries, journals, isAfterCrash, before: beforeReplacing };
    await writer.write(await compactedWrites(place, journal));
    const stored = { ...state, fence: compacted };
    now = replayOf(stored);
    base = { ...nothingStored, isSealed: false, state: stored, fence: compacted, ...textSum(text) };
    records = [];
    durable = 0;
  };

  const isDue = (): boolean => {
    const { size = 0, journals = [], journalCharacters = 0 } = base ?? {};
    return isCompactionDue({
      size,
      count: journals.length + 1,
      characters: writer.size() + journalCharacters,
    });
  };

  return {
    fence,
    run,
    state: () => now && copyOfLedger(now.draft),
    view: () => now && viewOf(now.draft),
    recorded: () => historyEntries(records.slice(0, durable))[0],
    failure: writer.failure,
    append,
    reserve: (space) => backendLock.reserve(space),
    rollbacks: rollbackFiles(place.texts, place.shown),
    keepRollback: (name, text) => putRollback(place.texts, writer.write, { name, text }),
    replace: compact,
    ...('divide' in backendLock ? { divide: backendLock.divide } : {}),
    release: async () => {
      try {
        await writer.settled();
        const isChanged = records.length > 0 || (base !== undefined && base.journals.length > 0);
        if (
          now === undefined ||
          writer.failure() !== undefined ||
          beforeReplacing !== undefined ||
          !isChanged
        )
          return;
        // Other shards have recorded more than this one knows.
        if ('alone' in backendLock) await backendLock.alone(() => compactShards(place));
        else if (isDue()) await compact(sealed(now));
      } finally {
        await backendLock.release();
      }
    },
  };
}

function firstRecord(
  { lineage, environment, serial }: Pick<LedgerState, 'lineage' | 'environment' | 'serial'>,
  fence: number,
  run: RunAbout,
): JournalRecord {
  return { type: 'run', format: 1, lineage, environment, serial: serial + 1, fence, run };
}

/** Compare and swap: the ledger must still be the one that this run began with. */
function replacedMeanwhile({ shown }: LedgerPlace): LedgerError {
  return new LedgerError(
    exitCodes.unsafe,
    `\`${shown('ledger.json')}\` was replaced while this run held the lock: something else wrote it`,
    { help: 'what this run did is in its journal; plan again' },
  );
}
