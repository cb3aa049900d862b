import { kindNames } from '../../kinds/index.ts';
import type { LiveState } from '../../model/live.ts';
import { refuseOtherLedger, type ToRead } from './refuse-other-ledger.ts';

/** The result of one reading of the API, for the plans of head and of base. */
export interface LiveReading {
  readonly live: () => Promise<LiveState>;
  readonly liveThere: () => Promise<LiveState>;
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
