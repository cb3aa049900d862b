import { ledgerStore } from '../../src/ledger/backend-store.ts';
import { emptyLedger } from '../../src/ledger/state.ts';
import type { LedgerState } from '../../src/model/ledger/ledger.ts';
import type { LedgerLock } from '../../src/model/ledger/ledger-store.ts';
import { aRun } from '../ledger/a-run.ts';
import { memoryBackend } from '../ledger/memory-backend.ts';

export interface MemoryLedger {
  /** As read back from its texts after the last run. */
  readonly state: () => LedgerState;
  readonly lock: () => Promise<LedgerLock>;
  /** Every text, as it would be on disk. */
  readonly texts: () => readonly string[];
}

/** A ledger that is kept as the texts that every store writes, and read back from them. */
export function memoryLedger(about: { environment: string; lineage: string }): MemoryLedger {
  const backend = memoryBackend();
  const store = ledgerStore({ backend: () => backend });
  const first = emptyLedger({ ...about, api: '' });
  let stored = first;
  return {
    state: () => stored,
    texts: () => [...backend.texts.values()],
    lock: async () => {
      const lock = await store.lock(about.environment, aRun);
      if (lock.state() === undefined) await lock.replace(first);
      const release = async (): Promise<void> => {
        await lock.release();
        stored = (await store.read(about.environment)) ?? first;
      };
      return { ...lock, release };
    },
  };
}
