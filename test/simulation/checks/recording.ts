import type { JournalRecord, LedgerChange } from '../../../src/model/journal/journal.ts';
import type { LedgerLock } from '../../../src/model/ledger-store.ts';
import type { Audit, Durable, Run } from './audit.ts';

/** The lock as given to the program; notes what the program is told to be durable. */
export function auditedLock(audit: Audit, run: Run, lock: LedgerLock): LedgerLock {
  const durable = durableOf(audit, run.process.environment);
  return {
    ...lock,
    append: async (records) => {
      for (const record of records) forget(durable, lock, record);
      await lock.append(records);
      for (const record of records) remember(durable, record);
      durable.fence = Math.max(durable.fence, lock.fence);
    },
    release: async () => {
      run.holds = false;
      await lock.release();
      if (lock.failure() === undefined) durable.serial = Math.max(durable.serial, lock.state()?.serial ?? 0);
    },
  };
}

export function durableOf({ durable }: Audit, environment: string): Durable {
  const known = durable.get(environment) ?? { created: new Map(), open: new Map(), serial: 0, fence: 0 };
  durable.set(environment, known);
  return known;
}

/** What a record may end, from the moment that it is written, durable or not. */
function forget({ created, open }: Durable, lock: LedgerLock, record: JournalRecord): void {
  if (record.type === 'run' || record.type === 'sending') return;
  if (record.type === 'intent') {
    // The newer request of an address stands for the older one.
    open.delete(record.address);
    return;
  }
  for (const [address, { op }] of open) if (op === record.op) open.delete(address);
  if (record.type !== 'answer') return;
  const { resources = {}, orphans = {} } = lock.state() ?? {};
  for (const change of record.changes) {
    if ('address' in change) open.delete(change.address);
    if (change.change === 'rename') open.delete(change.from);
    if (change.change === 'remove') created.delete(resources[change.address]?.id ?? '');
    if (change.change === 'drop-orphan') created.delete(orphans[change.address]?.id ?? '');
    if (change.change === 'put' && resources[change.address]?.id !== change.entry.id)
      created.delete(resources[change.address]?.id ?? '');
  }
}

function remember({ created, open }: Durable, record: JournalRecord): void {
  if (record.type === 'sending')
    for (const [address, intent] of open)
      if (intent.op === record.op) open.set(address, { ...intent, at: record.at });
  if (record.type === 'intent') open.set(record.address, record);
  if (record.type === 'answer')
    for (const change of record.changes.filter(isPut)) created.set(change.entry.id, change.address);
}

function isPut(change: LedgerChange): change is Extract<LedgerChange, { change: 'put' }> {
  return change.change === 'put';
}
