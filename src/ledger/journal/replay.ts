import type { Intent, JournalRecord, RunAbout } from '../../model/ledger/journal.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import { makeChange } from '../state.ts';
import { draftOf, viewOf, type LedgerDraft } from '../draft.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/** A ledger under a journal, and the requests whose endings are not recorded yet, by their nonce. */
export interface Replay {
  readonly draft: LedgerDraft;
  readonly open: Map<string, Intent>;
}

export function replayOf(state: LedgerState): Replay {
  return { draft: draftOf(state), open: new Map() };
}

/** Adds some more records of one journal. */
export function replay({ draft, open }: Replay, records: readonly JournalRecord[]): void {
  for (const record of records) {
    switch (record.type) {
      case 'run':
        // Two shards at the same time begin from the same ledger.
        draft.rest = {
          ...draft.rest,
          serial: Math.max(draft.rest.serial, record.serial),
          fence: Math.max(draft.rest.fence, record.fence),
        };
        if (record.run.verb === 'apply') rememberCommit(draft, record.run);
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
        for (const change of record.changes) makeChange(draft, change);
        if (record.op !== undefined && record.isOpen !== true) open.delete(record.op);
        break;
      case 'rejected':
      case 'not-sent':
        open.delete(record.op);
        break;
    }
  }
}

/**
 * The ledger at the end of a journal: what has no ending may have been carried out, and its outcome is unknown from now
 * on. Ends the replay.
 */
export function sealed({ draft, open }: Replay): LedgerState {
  for (const intent of open.values()) markUnknown(draft, intent);
  return viewOf(draft);
}

/** The ledger after the whole journal of a run that has ended. */
export function afterJournal(state: LedgerState, records: readonly JournalRecord[]): LedgerState {
  const all = replayOf(state);
  replay(all, records);
  return sealed(all);
}

/** An apply from no commit leaves none: what is live is that of no commit then. */
function rememberCommit(draft: LedgerDraft, { commit }: RunAbout): void {
  const { commit: _older, ...rest } = draft.rest;
  draft.rest = commit === undefined ? rest : { ...rest, commit };
}

function markUnknown(draft: LedgerDraft, intent: Intent): void {
  const { action, address, approvals, at, body, edge_id, id, identity = {}, kind, op, sent } = intent;
  if (action === 'create') {
    draft.unknown.set(address, withoutUndefined({ kind, op, identity, since: at, edge_id, approvals }));
    return;
  }
  const write = { action, address, id: id ?? '', since: at, body, sent, approvals };
  draft.unsettled.set(op, withoutUndefined(write));
}
