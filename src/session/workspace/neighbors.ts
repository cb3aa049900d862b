import type { Io } from '../../model/io.ts';
import type { Environment, Workspace } from '../../model/workspace.ts';
import type { Neighbor } from '../../plan/collision/claims.ts';
import type { PlaceFlags } from '../../cli/command-line.ts';
import { ledgersAtHand } from '../ledger/ledgers-at-hand.ts';
import { ledgersInStore } from '../ledger/ledgers-in-store.ts';

/** The other environments of the workspace, with their ledgers if these can be read. */
export async function neighborsOf(
  io: Io,
  workspace: Pick<Workspace, 'root' | 'settings' | 'diagnostics' | 'environments'>,
  environment: Pick<Environment, 'name'>,
  { local }: PlaceFlags,
): Promise<readonly Neighbor[]> {
  const others = [...workspace.environments.values()].filter(({ name }) => name !== environment.name);
  if (others.length === 0) return [];
  // Each environment has its own built-in mock API, so ids of others are meaningless.
  if (local === true) return [];
  const ledgers =
    workspace.settings.ledger === undefined || workspace.settings.ledger.store === 'file'
      ? await ledgersAtHand(io, workspace, others)
      : await ledgersInStore(io, workspace, others);
  return others.map(({ name, adopt }) => ({ name, adopt, ledger: ledgers.get(name) }));
}
