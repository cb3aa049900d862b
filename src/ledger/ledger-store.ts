import type { LedgerStore } from '../model/ledger-store.ts';
import { shardCount, type Backend } from './backend.ts';
import { lockLedger } from './lock-ledger.ts';
import { shardsOf, takeLedgerLock } from './take-over.ts';
import { readStored, type LedgerPlace } from './read-ledger.ts';
import { readHistory } from './journal/read-history.ts';
import { lockToRestore } from './restore-ledger.ts';
import { rollbackFiles } from './rollback-files.ts';
import { sealLedger } from './upkeep/seal-ledger.ts';
import { verifyLedger } from './upkeep/verify.ts';

export interface StoreOptions {
  /** The backend of an environment. */
  readonly backend: (environment: string) => Backend;
  /** The lineage in edgewright.yaml; a ledger of another lineage is refused. */
  readonly lineage?: string | undefined;
  /** Flags appended to each printed command that name this workspace and API, such as ` --local`. */
  readonly placeFlags?: string;
}

/** Ledgers in any backend. */
export function ledgerStore({ backend, lineage, placeFlags = '' }: StoreOptions): LedgerStore {
  const placeOf = (environment: string): LedgerPlace & { readonly backend: Backend } => {
    const texts = backend(environment);
    return { texts, backend: texts, shown: texts.shown, environment, lineage, placeFlags };
  };
  return {
    read: async (environment) => (await readStored(placeOf(environment)))?.state,
    lock: (environment, run, options) => {
      const place = placeOf(environment);
      return lockLedger(place, place.backend, run, options);
    },
    restore: (environment, run, serial) => {
      const place = placeOf(environment);
      return lockToRestore(place, place.backend, { run, serial });
    },
    history: (environment) => readHistory(placeOf(environment)),
    unlock: (environment, id) => placeOf(environment).backend.unlock(id),
    seal: (environment, run) => {
      const place = placeOf(environment);
      return sealLedger(place, place.backend, run);
    },
    verify: (environment) => verifyLedger(placeOf(environment)),
    holders: (environment, shard) => {
      const { backend: its } = placeOf(environment);
      return shard === undefined ? its.holders() : shardsOf(its).holders(shard);
    },
    setShards: async (environment, run, count) => {
      const { backend: its } = placeOf(environment);
      shardsOf(its);
      const { held, from } = await takeLedgerLock(its, run);
      try {
        await held.write([{ put: shardCount, text: String(count) }]);
      } finally {
        await held.release();
      }
      return from;
    },
    shown: (environment) => placeOf(environment).shown('ledger.json'),
    rollbacks: (environment) => {
      const { texts, shown } = placeOf(environment);
      return rollbackFiles(texts, shown);
    },
  };
}
