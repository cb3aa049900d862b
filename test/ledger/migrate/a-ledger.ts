import type { Backend } from '../../../src/ledger/backend.ts';
import { ledgerStore } from '../../../src/ledger/backend-store.ts';
import { emptyLedger } from '../../../src/ledger/state.ts';
import type { Migration } from '../../../src/ledger/upkeep/migrate.ts';
import type { JournalRecord } from '../../../src/model/ledger/journal.ts';
import type { LedgerEntry } from '../../../src/model/ledger/ledger.ts';
import type { LedgerStore } from '../../../src/model/ledger/ledger-store.ts';
import type { Address } from '../../../src/model/workspace/address.ts';
import { aRun } from '../a-run.ts';

export type Backends = (environment: string) => Backend;

const at = '2026-01-02T03:04:05Z';
const entry: LedgerEntry = {
  uid: 'u1',
  kind: 'endpoint',
  id: 'ep_1',
  observed: { url: 'https://a', description: 'é 漢字 🙂' },
  observed_at: at,
  is_protected: false,
};

export function put(address: Address): JournalRecord {
  return { type: 'answer', changes: [{ change: 'put', address, entry }] };
}

export function storeOn(backend: Backends): LedgerStore {
  return ledgerStore({ backend, lineage: 'l1' });
}

/** A ledger with all that one can have; its last run was killed with requests that were not answered. */
export async function fill(
  backend: Backends,
  {
    environment = 'prod',
    lineage = 'l1',
    runs = 8,
  }: { environment?: string; lineage?: string; runs?: number } = {},
): Promise<void> {
  const store = ledgerStore({ backend, lineage });
  for (let serial = 1; serial <= runs; serial++) {
    const lock = await store.lock(environment, { ...aRun, id: `00000000000${serial}` });
    if (serial === 1)
      await lock.replace({ ...emptyLedger({ environment, lineage, api: 'https://api' }), serial });
    else {
      await lock.keepRollback(String(serial), `{"at":"2026-01-0${serial}T00:00:00Z"}\n`);
      await lock.append([put(`endpoint/n${serial}`)]);
    }
    await lock.release();
  }
  const killed = await store.lock(environment, aRun);
  const orphan = { change: 'orphan', address: 'endpoint/n2', since: at, how: 'retired' } as const;
  const route = { kind: 'https-route', edge_id: 'edghts_1', identity: { match: '/a' } } as const;
  await killed.append([
    { type: 'answer', changes: [orphan] },
    { type: 'intent', op: 'op1', address: 'https-route/b', action: 'create', ...route, at },
    { type: 'intent', op: 'op2', address: 'endpoint/n3', action: 'update', kind: 'endpoint', id: 'ep_1', at },
  ]);
  await store.unlock(environment, aRun.id);
}

export function migration(source: Backends, target: Backends, more: Partial<Migration> = {}): Migration {
  return {
    run: { ...aRun, id: 'aaaaaaaaaaaa', verb: 'ledger migrate' },
    lineage: 'l1',
    placeFlags: '',
    environments: ['prod'],
    to: '`elsewhere`',
    source,
    target,
    ...more,
  };
}
