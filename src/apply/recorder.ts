import type { LedgerError } from '../model/errors.ts';
import type { LedgerLock, LedgerState } from '../model/ledger.ts';
import type { Address } from '../model/workspace.ts';
import { ledgerWriter } from './ledger-writer.ts';

/** What is recorded around every request that writes. */
export type RecordEntry =
  /** Before it: nothing is sent until this is settled. */
  | { readonly type: 'intent'; readonly address: Address; readonly op: string }
  /** After it, before anything else: what the answer means for the ledger. */
  | {
      readonly type: 'answer';
      readonly address: Address;
      readonly change: (state: LedgerState) => LedgerState;
    };

/**
 * The one point that every intent and every answer passes: a journal takes its place here, in
 * front of the ledger. `record` resolves when the entry is durable, and rejects with a `LedgerError` when it will never
 * be: for an intent that means that nothing may be sent.
 */
export interface Recorder {
  readonly record: (entry: RecordEntry) => Promise<void>;
  readonly state: () => LedgerState;
  readonly failure: () => LedgerError | undefined;
}

/** Records in the ledger alone. An intent leaves no trace there; it is refused once the ledger cannot be written. */
export function ledgerRecorder(lock: LedgerLock, first: LedgerState): Recorder {
  const { commit, state, failure } = ledgerWriter(lock, first);
  return {
    state,
    failure,
    record: async (entry) => {
      if (entry.type === 'answer') return commit(entry.change);
      const reason = failure();
      if (reason !== undefined) throw reason;
    },
  };
}
