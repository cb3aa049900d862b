import type { ApiOptions } from '../cli/options.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { LiveState } from '../../model/live.ts';
import type { Environment, WorkspaceHead } from '../../model/workspace.ts';
import { connectForReading } from '../session/api/connect.ts';
import { startReading } from './start-reading.ts';

interface ToLook {
  readonly workspace: WorkspaceHead;
  readonly environment: Environment;
  readonly ledger: LedgerState;
}

/**
 * The live objects of an environment, by its ledger and `adopt:`, and the origin of the API. Throws `UserError` 5 if
 * the ledger belongs to another workspace or API, and the errors of the API.
 */
export async function readLiveEnvironment(
  io: Io,
  looking: ToLook,
  options: ApiOptions,
): Promise<{ readonly live: LiveState; readonly api: string }> {
  const { api, close } = await connectForReading(io, options, looking);
  try {
    const reading = await startReading({ ...looking, api });
    return { live: await reading.live(), api: api.origin };
  } finally {
    await close();
  }
}
