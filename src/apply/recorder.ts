import type { JournalRecord } from '../model/journal/journal.ts';
import type { LedgerState } from '../model/ledger.ts';
import type { LedgerLock } from '../model/ledger-store.ts';

/**
 * The single point that all intents and responses pass. `record` resolves when the record is durable and rejects with a
 * `LedgerError` if it never will be: after a rejected intent, no request may be sent.
 */
export interface Recorder extends Pick<LedgerLock, 'failure'> {
  readonly record: (record: JournalRecord) => Promise<void>;
  /** With all records so far, also those that are not durable yet. */
  readonly state: () => LedgerState;
}

/** Records in the journal of the ledger's lock. `api`: its origin, to which the first record binds a new ledger. */
export function ledgerRecorder(
  { append, failure, state: stored }: Pick<LedgerLock, 'append' | 'failure' | 'state'>,
  api: string,
): Recorder {
  const state = (): LedgerState => {
    const now = stored();
    if (now === undefined) throw new Error('there is no ledger to record anything in');
    return now;
  };
  return {
    failure,
    state,
    record: (record) =>
      append(
        state().api === '' ? [{ type: 'answer', changes: [{ change: 'bind', api }] }, record] : [record],
      ),
  };
}
