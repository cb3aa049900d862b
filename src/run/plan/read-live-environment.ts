import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { LiveState } from '../../model/live.ts';
import type { WorkspaceHead } from '../../model/workspace/workspace.ts';
import { connectForReading } from '../session/api/connect.ts';
import type { Run } from '../session/run.ts';
import { startReading } from './start-reading.ts';

/**
 * The live objects of an environment, by its ledger and `adopt:`, and the origin of the API. Throws `UserError` 5 if
 * the ledger belongs to another workspace or API, and the errors of the API.
 */
export async function readLiveEnvironment(
  run: Run<WorkspaceHead>,
  ledger: LedgerState,
): Promise<{ readonly live: LiveState; readonly api: string }> {
  const { api, close } = await connectForReading(run);
  try {
    const reading = await startReading({ ...run, ledger, api });
    return { live: await reading.live(), api: api.origin };
  } finally {
    await close();
  }
}
