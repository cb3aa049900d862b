import type { LedgerError } from '../model/errors.ts';
import type { LedgerLock, LedgerState } from '../model/ledger.ts';
import type { Address } from '../model/workspace.ts';
import { ledgerWriter } from './ledger-writer.ts';

/** The records made around every write request. */
export type RecordEntry =
  /** Before the request, which must not be sent until this is settled. */
  | { readonly type: 'intent'; readonly address: Address; readonly op: string }
  /** After the request, before anything else: its effect on the ledger. */
  | {
      readonly type: 'answer';
      readonly address: Address;
      readonly change: (state: LedgerState) => LedgerState;
    };

/**
 * The single point that all intents and responses pass, where a journal could be added in front of the ledger. `record`
 * resolves when the entry is durable and rejects with a `LedgerError` if it never will be: after a rejected intent, no
 * request may be sent.
 */
export interface Recorder {
  readonly record: (entry: RecordEntry) => Promise<void>;
  readonly state: () => LedgerState;
  readonly failure: () => LedgerError | undefined;
}

/** Records in the ledger only. Intents are not stored there; they are rejected once the ledger cannot be written. */
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
