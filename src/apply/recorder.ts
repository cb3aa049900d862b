import type { ObjectKey } from '../model/api.ts';
import type { JournalRecord } from '../model/ledger/journal.ts';
import type { LedgerEntry, LedgerState, UnsettledWrite } from '../model/ledger/ledger.ts';
import type { LedgerLock } from '../model/ledger/ledger-store.ts';
import type { Address } from '../model/workspace/address.ts';
import { nameOfObject } from '../derive/forms/object-ids.ts';
import { addTo } from '../text/lists/group-by.ts';

/**
 * The single point that all intents and responses pass. `record` resolves when the record is durable and rejects with a
 * `LedgerError` if it never will be: after a rejected intent, no request may be sent.
 */
export interface Recorder extends Pick<LedgerLock, 'failure'> {
  readonly record: (record: JournalRecord) => Promise<void>;
  /** With all records so far, also those that are not durable yet. It changes with the next record. */
  readonly state: () => LedgerState;
  /** The address that has the object, also as an orphan. */
  readonly addressOf: (object: ObjectKey) => Address | undefined;
  /** The updates and deletes of an object that had no response and may still arrive, by op. */
  readonly unsettledTo: (id: string) => readonly (readonly [string, UnsettledWrite])[];
}

/** Records in the journal of the ledger's lock. `api`: its origin, to which the first record binds a new ledger. */
export function ledgerRecorder(
  { append, failure, view }: Pick<LedgerLock, 'append' | 'failure' | 'view'>,
  api: string,
): Recorder {
  const state = (): LedgerState => {
    const now = view();
    if (now === undefined) throw new Error('there is no ledger to record anything in');
    return now;
  };
  let addresses: Map<string, Address> | undefined;
  /** A run settles writes and begins none whose outcome is unknown: what is not in here never will be. */
  let opsById: Map<string, string[]> | undefined;
  return {
    failure,
    state,
    addressOf: (object) => {
      const { resources, orphans } = state();
      const entries = (): [Address, LedgerEntry][] =>
        Object.entries({ ...orphans, ...resources }) as [Address, LedgerEntry][];
      addresses ??= new Map(entries().map(([address, entry]) => [nameOfObject(entry), address]));
      const address = addresses.get(nameOfObject(object));
      if (address === undefined) return undefined;
      // It may have been removed since.
      const isThere = [resources[address], orphans[address]].some((entry) => entry?.id === object.id);
      return isThere ? address : undefined;
    },
    unsettledTo: (id) => {
      const { unsettled = {} } = state();
      opsById ??= opsOf(unsettled);
      return (opsById.get(id) ?? []).flatMap((op) => {
        const write = unsettled[op];
        return write === undefined ? [] : [[op, write] as const];
      });
    },
    record: (record) => {
      if (record.type === 'answer')
        for (const change of record.changes) {
          if (change.change === 'put') addresses?.set(nameOfObject(change.entry), change.address);
          else if (change.change === 'rename' || change.change === 'orphan') addresses = undefined;
        }
      // Another API is only here if the ledger has nothing of the one before.
      return append(
        state().api === api ? [record] : [{ type: 'answer', changes: [{ change: 'bind', api }] }, record],
      );
    },
  };
}

function opsOf(unsettled: Readonly<Record<string, UnsettledWrite>>): Map<string, string[]> {
  const ops = new Map<string, string[]>();
  for (const [op, { id }] of Object.entries(unsettled)) addTo(ops, id, op);
  return ops;
}
