import type { Backend } from '../../../src/ledger/backend.ts';
import type { LedgerFiles } from '../../../src/ledger/file/ledger-files.ts';
import type { ProcessHost } from '../../../src/text/system/run-process.ts';
import type { WriteApi } from '../../../src/model/api.ts';
import type { Env } from '../../../src/model/io.ts';
import type { LedgerState } from '../../../src/model/ledger/ledger.ts';
import type { LedgerLock } from '../../../src/model/ledger/ledger-store.ts';
import type { LiveState } from '../../../src/model/live.ts';
import type { Desired } from '../../../src/model/desired.ts';

/** Where a planted bug gets between the parts of the program. */
export interface Seams {
  readonly files?: (files: LedgerFiles) => LedgerFiles;
  readonly backend?: (backend: Backend) => Backend;
  readonly host?: (host: ProcessHost) => ProcessHost;
  readonly lock?: (lock: LedgerLock) => LedgerLock;
  readonly api?: (api: WriteApi) => WriteApi;
  readonly env?: (env: Env) => Env;
  /** The ledger that the plan is made from. */
  readonly ledger?: (ledger: LedgerState, desired: readonly Desired[]) => LedgerState;
  readonly live?: (live: LiveState, desired: readonly Desired[], ledger: LedgerState) => LiveState;
  /** The ledger is read before the lock is taken, and not again. */
  readonly readsFirst?: true;
}
