import { kindNames } from '../../kinds/index.ts';
import type { ReadApi } from '../../model/api.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { LiveState } from '../../model/live.ts';
import type { Adoption, Environment, WorkspaceHead } from '../../model/workspace.ts';
import { refuseUnsafe } from './refuse-unsafe.ts';

interface ToRead {
  readonly api: ReadApi;
  readonly ledger: LedgerState;
  readonly workspace: WorkspaceHead;
  readonly environment: Environment;
  /** The adoptions of the base. */
  readonly adoptionsThere?: readonly Adoption[];
}

/** The result of one reading of the API, for the plans of head and of base. */
export interface LiveReading {
  readonly live: () => Promise<LiveState>;
  readonly liveThere: () => Promise<LiveState>;
}

/** Throws `UserError` 5 if the ledger belongs to another workspace or API, which must not get our credential. */
export async function refuseOtherLedger({
  api,
  ledger,
  workspace,
}: Pick<ToRead, 'api' | 'ledger' | 'workspace'>): Promise<void> {
  const { guardLedger } = await import('../../plan/gates/guards.ts');
  refuseUnsafe(guardLedger({ ledger, settings: workspace.settings, apiOrigin: api.origin }));
}

/**
 * Starts to read the live state for a plan. Throws `UserError` 5 at once if the ledger belongs to another workspace or
 * API, which must not get our credential. Later errors are thrown by the returned functions.
 */
export async function startReading({
  api,
  ledger,
  workspace,
  environment,
  adoptionsThere = [],
}: ToRead): Promise<LiveReading> {
  await refuseOtherLedger({ api, ledger, workspace });
  const { readLiveTwice } = await import('../../remote/api/read-live.ts');
  const adoptions = environment.adopt;
  const reading = readLiveTwice({ api, ledger, adoptions, others: adoptionsThere, kinds: kindNames });
  reading.catch(() => undefined);
  return { live: async () => (await reading).live, liveThere: async () => (await reading).other };
}
