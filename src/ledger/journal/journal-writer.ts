import { LedgerError } from '../../model/errors.ts';
import type { JournalRecord } from '../../model/ledger/journal.ts';
import type { BackendLock, Write } from '../backend.ts';
import { emptyJournal, journalLines } from './journal-text.ts';
import { exitCodes } from '../../model/exit-codes.ts';

/** Writes under one lock: the journal of its run, and other files. After one write failed, every other fails. */
export interface JournalWriter {
  /** Resolves once the records are durable. Those that arrive together, or during a write, share the next one. */
  readonly append: (records: readonly JournalRecord[]) => Promise<void>;
  readonly write: (writes: readonly Write[]) => Promise<void>;
  readonly failure: () => LedgerError | undefined;
  /** Resolves when no append is waiting; never rejects. */
  readonly settled: () => Promise<void>;
  /** The size of the journal in characters; 0 if nothing was appended. */
  readonly size: () => number;
}

interface PendingRecords {
  readonly records: readonly JournalRecord[];
  readonly resolve: () => void;
  readonly reject: (error: LedgerError) => void;
}

export function journalWriter(
  lock: Pick<BackendLock, 'write'>,
  file: string,
  sealKey: string | undefined,
): JournalWriter {
  let end = emptyJournal;
  let size = 0;
  let failure: LedgerError | undefined;
  let writing: Promise<void> | undefined;
  let waiting: PendingRecords[] = [];

  const write = async (writes: readonly Write[]): Promise<void> => {
    if (failure !== undefined) throw failure;
    try {
      await lock.write(writes);
    } catch (error) {
      // After a failed fsync it is unknown what is on the disk, so any failure is final.
      failure = ledgerErrorOf(error);
      throw failure;
    }
  };

  const writeWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      await nextTurn();
      const batch = waiting;
      waiting = [];
      const records = batch.flatMap((pending) => pending.records);
      const lines = journalLines(records, end, sealKey);
      try {
        const { text } = lines;
        await write([end.lines === 0 ? { create: file, text } : { append: file, text }]);
        end = lines.end;
        size += text.length;
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of [...batch, ...waiting]) reject(error as LedgerError);
        waiting = [];
      }
    }
    writing = undefined;
  };

  return {
    append: (records) =>
      new Promise((resolve, reject) => {
        waiting.push({ records, resolve, reject });
        writing ??= writeWaiting();
      }),
    write,
    failure: () => failure,
    settled: async () => writing,
    size: () => size,
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function ledgerErrorOf(error: unknown): LedgerError {
  if (error instanceof LedgerError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new LedgerError(exitCodes.disk, `the ledger cannot be written: ${message}`, { cause: error });
}
