import type { PlaceFlags } from '../../cli/command-line.ts';
import { leftObjects } from '../../ledger/upkeep/left-objects.ts';
import type { Io } from '../../model/io.ts';
import type { LeftWithWays } from '../../model/ledger/left-object.ts';
import type { Environment, WorkspaceHead } from '../../model/workspace.ts';
import { openStore, readLedger } from '../../session/ledger/ledger-store.ts';
import { withSettlingWays } from './settling-ways.ts';

/** The objects of an environment that may be live and are not managed. */
export async function readLeft(
  io: Io,
  workspace: WorkspaceHead,
  environment: Environment,
  options: PlaceFlags,
): Promise<readonly LeftWithWays[]> {
  const state = await readLedger(io, workspace, environment, options);
  const store = await openStore(io, workspace, options);
  const history = await store.history(environment.name);
  return leftObjects(state, history).map((one) => withSettlingWays(one, environment.name, options));
}
