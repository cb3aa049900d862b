import type { JournalRecord } from '../../model/ledger/journal.ts';
import type { Address } from '../../model/workspace/address.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import type { HistoryEntry, HistoryRequest } from '../../model/ledger/history-entry.ts';
import type { LedgerChange } from '../../model/ledger/ledger-change.ts';

/** The entry of a journal; none for one without a first record. */
export function historyEntries(records: readonly JournalRecord[]): readonly HistoryEntry[] {
  const [first] = records;
  if (first?.type !== 'run') return [];
  const requests = new Map<string, HistoryRequest>();
  const recorded = new Set<Address>();
  for (const record of records) {
    if (record.type === 'run' || record.type === 'sending') continue;
    const known = record.op === undefined ? undefined : requests.get(record.op);
    if (record.type === 'intent') {
      const { op, address, action, id } = record;
      requests.set(op, withoutUndefined({ address, action, id, ending: 'unknown' }));
    } else if (record.type !== 'answer') {
      if (known !== undefined) requests.set(record.op, { ...known, ending: record.type });
    } else {
      if (known !== undefined && record.op !== undefined) {
        const { address, action } = known;
        const id = idPutAt(address, record.changes) ?? known.id;
        const isDone = !record.changes.some(({ change }) => change === 'doubt');
        requests.set(
          record.op,
          withoutUndefined({ address, action, id, ending: isDone ? 'done' : 'unknown' }),
        );
      } else {
        for (const change of record.changes) if ('address' in change) recorded.add(change.address);
      }
    }
  }
  const { serial, fence, run } = first;
  return [{ serial, fence, run, requests: [...requests.values()], recorded: [...recorded] }];
}

function idPutAt(address: Address, changes: readonly LedgerChange[]): string | undefined {
  for (const change of changes)
    if (change.change === 'put' && change.address === address) return change.entry.id;
  return undefined;
}
