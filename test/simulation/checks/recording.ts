import type { Intent, JournalRecord } from '../../../src/model/ledger/journal.ts';
import type { LedgerLock } from '../../../src/model/ledger/ledger-store.ts';
import type { Audit, Durable, Run } from './audit.ts';
import type { LedgerChange } from '../../../src/model/ledger/ledger-change.ts';

/** The lock as given to the program; notes what the program is told to be durable. */
export function auditedLock(audit: Audit, run: Run, lock: LedgerLock): LedgerLock {
  const durable = durableOf(audit, run.process.environment);
  return {
    ...lock,
    append: async (records) => {
      for (const record of records) forget(durable, lock, record);
      await lock.append(records);
      for (const record of records) {
        remember(durable, record);
        if (record.type === 'intent') run.ops.set(record.address, record.op);
      }
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
  if (record.type === 'run' || record.type === 'sending' || record.type === 'intent') return;
  const isOpen = record.type === 'answer' && record.isOpen === true;
  if (record.op !== undefined && !isOpen) open.delete(record.op);
  if (record.type !== 'answer') return;
  const { resources = {}, orphans = {} } = lock.state() ?? {};
  const over = (isOver: (intent: Intent) => boolean): void => {
    for (const [op, intent] of open) if (isOver(intent)) open.delete(op);
  };
  const gone = (id = ''): void => {
    created.delete(id);
    over((intent) => intent.id === id);
  };
  for (const change of record.changes) {
    switch (change.change) {
      case 'put':
        if (resources[change.address]?.id !== change.entry.id)
          created.delete(resources[change.address]?.id ?? '');
        over(({ action, address }) => action === 'create' && address === change.address);
        break;
      case 'absent':
        over(({ action, address }) => action === 'create' && address === change.address);
        break;
      case 'rename':
        over(({ action, address }) => action === 'create' && address === change.to);
        break;
      case 'remove':
        gone(resources[change.address]?.id);
        break;
      case 'drop-orphan':
        gone(orphans[change.address]?.id);
        break;
      case 'settled':
        open.delete(change.op);
        break;
      case 'doubt':
      case 'seen':
      case 'orphan':
      case 'use-approvals':
      case 'apply-plan':
      case 'bind':
        break;
    }
  }
}

function remember({ created, open }: Durable, record: JournalRecord): void {
  if (record.type === 'intent') open.set(record.op, record);
  const known = record.type === 'sending' ? open.get(record.op) : undefined;
  if (known !== undefined && record.type === 'sending') open.set(known.op, { ...known, at: record.at });
  if (record.type === 'answer')
    for (const change of record.changes.filter(isPut)) created.set(change.entry.id, change.address);
}

function isPut(change: LedgerChange): change is Extract<LedgerChange, { change: 'put' }> {
  return change.change === 'put';
}
