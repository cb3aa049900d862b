import { kindNames } from '../../kinds/index.ts';
import type { ReadApi } from '../../model/api.ts';
import type { LedgerState } from '../../model/ledger.ts';
import type { LiveState } from '../../model/live.ts';
import type { Adoption, Environment, WorkspaceHead } from '../../model/workspace.ts';
import { refuseUnsafe } from './refuse-unsafe.ts';

interface ToRead {
  readonly api: ReadApi;
  readonly ledger: LedgerState;
  readonly workspace: WorkspaceHead;
  readonly environment: Environment;
  /** Of the commit that is compared with. */
  readonly adoptionsThere?: readonly Adoption[];
}

/** What one reading of the API gives, to the files and to the commit that they are compared with. */
export interface LiveReading {
  readonly live: () => Promise<LiveState>;
  readonly liveThere: () => Promise<LiveState>;
}

/**
 * Begins to read all that a plan looks at. Throws `UserError` 5 at once where the ledger is of another workspace or API:
 * the other must not see our credential. What goes wrong later is thrown where the answer is awaited.
 */
export async function startReading({
  api,
  ledger,
  workspace,
  environment,
  adoptionsThere = [],
}: ToRead): Promise<LiveReading> {
  const [{ readLiveTwice }, { guardLedger }] = await Promise.all([
    import('../../api/read-live.ts'),
    import('../../plan/gates/guards.ts'),
  ]);
  refuseUnsafe(guardLedger({ ledger, settings: workspace.settings, apiOrigin: api.origin }));
  const adoptions = environment.adopt;
  const reading = readLiveTwice({ api, ledger, adoptions, others: adoptionsThere, kinds: kindNames });
  reading.catch(() => undefined);
  return { live: async () => (await reading).live, liveThere: async () => (await reading).other };
}
