import { exitCodes, LedgerError } from '../model/errors.ts';
import type { LedgerLock, LedgerState } from '../model/ledger.ts';
import { advanced } from '../ledger/state.ts';

export interface LedgerWriter {
  /** The state including changes not yet written. */
  readonly state: () => LedgerState;
  /** The reason why no further changes can be written. */
  readonly failure: () => LedgerError | undefined;
  /** Applies a change at once and resolves when it is durable. */
  readonly commit: (change: (state: LedgerState) => LedgerState) => Promise<void>;
}

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: LedgerError) => void;
}

/** Writes one generation at a time; changes that arrive during a write share the next one (group commit). */
export function ledgerWriter(lock: Pick<LedgerLock, 'replace' | 'fence'>, first: LedgerState): LedgerWriter {
  let state = first;
  let failure: LedgerError | undefined;
  let isWriting = false;
  let waiting: Waiting[] = [];

  const flush = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0 && failure === undefined) {
      // Lets other changes of this turn join the batch.
      await Promise.resolve();
      const batch = waiting;
      waiting = [];
      state = advanced(state, lock.fence);
      try {
        await lock.replace(state);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        failure = ledgerErrorOf(error);
        for (const { reject } of [...batch, ...waiting]) reject(failure);
      }
    }
    isWriting = false;
  };

  return {
    state: () => state,
    failure: () => failure,
    commit: (change) => {
      if (failure !== undefined) return Promise.reject(failure);
      state = change(state);
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        if (!isWriting) void flush();
      });
    },
  };
}

function ledgerErrorOf(error: unknown): LedgerError {
  if (error instanceof LedgerError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new LedgerError(exitCodes.disk, `the ledger cannot be written: ${message}`, { cause: error });
}
