import type { Intent, JournalRecord } from '../../model/journal/journal.ts';
import type { LedgerState } from '../../model/ledger.ts';
import { changed } from '../change.ts';
import { ownTables, shareTables } from '../own-tables.ts';
import { withUnknown, withUnsettled } from '../state.ts';

/** A ledger, and the requests whose endings are not recorded yet, by their nonce. */
export interface Replayed {
  readonly state: LedgerState;
  readonly open: Map<string, Intent>;
}

/** The ledger after some more records of one journal. */
export function replayed({ state, open }: Replayed, records: readonly JournalRecord[]): Replayed {
  const after = replayedInPlace({ state: ownTables(state), open: new Map(open) }, records);
  return { ...after, state: shareTables(after.state) };
}

/** The same where the tables of the ledger are owned; they still are afterwards. The map of requests changes, too. */
export function replayedInPlace({ state, open }: Replayed, records: readonly JournalRecord[]): Replayed {
  let next = state;
  for (const record of records) {
    switch (record.type) {
      case 'run':
        // Two shards at the same time begin from the same ledger.
        next = {
          ...next,
          serial: Math.max(next.serial, record.serial),
          fence: Math.max(next.fence, record.fence),
        };
        break;
      case 'intent':
        open.set(record.op, record);
        break;
      case 'sending': {
        const intent = open.get(record.op);
        if (intent !== undefined) open.set(record.op, { ...intent, at: record.at });
        break;
      }
      case 'answer':
        next = record.changes.reduce(changed, next);
        if (record.op !== undefined && record.isOpen !== true) open.delete(record.op);
        break;
      case 'rejected':
      case 'not-sent':
        open.delete(record.op);
        break;
    }
  }
  return { state: next, open };
}

/** The ledger at the end of a journal: what has no ending may have been carried out, and is in doubt from now on. */
export function sealed({ state, open }: Replayed): LedgerState {
  return [...open.values()].reduce(doubted, state);
}

function doubted(state: LedgerState, intent: Intent): LedgerState {
  const { action, address, approvals, at, body, edge_id, id, identity = {}, kind, op, sent } = intent;
  if (action === 'create') {
    return withUnknown(state, address, {
      kind,
      op,
      identity,
      since: at,
      ...(edge_id === undefined ? {} : { edge_id }),
      ...(approvals === undefined ? {} : { approvals }),
    });
  }
  return withUnsettled(state, op, {
    action,
    address,
    id: id ?? '',
    since: at,
    ...(body === undefined ? {} : { body }),
    ...(sent === undefined ? {} : { sent }),
    ...(approvals === undefined ? {} : { approvals }),
  });
}
