import { emptyLedger } from '../../src/ledger/state.ts';
import type { JournalRecord } from '../../src/model/ledger/journal.ts';
import type { LedgerState } from '../../src/model/ledger/ledger.ts';

export const nothing: LedgerState = emptyLedger({ environment: 'prod', lineage: 'l', api: 'https://api' });

/** The record of an endpoint that has been created. */
export function put(name: string): JournalRecord {
  const entry = {
    uid: `ep_${name}`,
    kind: 'endpoint',
    id: `ep_${name}`,
    observed: {},
    observed_at: '2026-01-02T03:04:05Z',
    is_protected: false,
  } as const;
  return { type: 'answer', changes: [{ change: 'put', address: `endpoint/${name}`, entry }] };
}

export function removed(name: string): JournalRecord {
  return { type: 'answer', changes: [{ change: 'remove', address: `endpoint/${name}` }] };
}
