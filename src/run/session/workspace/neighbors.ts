import { UserError } from '../../../model/errors.ts';
import type { LedgerState } from '../../../model/ledger/ledger.ts';
import type { Workspace } from '../../../model/workspace/workspace.ts';
import type { Neighbor } from '../../../plan/obstacles/neighbor.ts';
import { inertLine } from '../../../report/text/inert.ts';
import { type Run, accessOf } from '../run.ts';
import { ledgersAtHand } from '../ledger/ledgers-at-hand.ts';
import { openStore } from '../ledger/open-ledger-store.ts';
import type { Environment } from '../../../model/workspace/environment.ts';

interface NeighborsRun extends Pick<Run, 'io' | 'environment' | 'ledger'> {
  readonly workspace: Pick<Workspace, 'root' | 'settings' | 'diagnostics' | 'environments'>;
}

/** The other environments of the workspace, with their ledgers if these can be read. */
export async function neighborsOf(run: NeighborsRun): Promise<readonly Neighbor[]> {
  const { io, workspace, environment } = run;
  const others = [...workspace.environments.values()].filter(({ name }) => name !== environment.name);
  if (others.length === 0) return [];
  // Each environment has its own built-in mock API, so ids of others are meaningless.
  if (run.ledger.isLocal) return [];
  const ledgers =
    workspace.settings.ledger === undefined || workspace.settings.ledger.store === 'file'
      ? await ledgersAtHand(io, workspace, others)
      : await ledgersInStore(run, others);
  return others.map(({ name, adopt }) => ({ name, adopt, ledger: ledgers.get(name) }));
}

/** The ledgers of these environments in a store that several machines share. One that cannot be read gives a note. */
async function ledgersInStore(
  { io, workspace }: NeighborsRun,
  environments: readonly Environment[],
): Promise<ReadonlyMap<string, LedgerState>> {
  // An option names the store of the chosen environment alone.
  const store = { io, workspace, ...accessOf({}) };
  const ledgers = new Map<string, LedgerState>();
  for (const { name } of environments) {
    try {
      const state = await (await openStore(store)).read(name);
      if (state !== undefined) ledgers.set(name, state);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      io.stderr(`note: the ledger of \`${name}\` was not looked at: ${inertLine(error.message)}\n`);
    }
  }
  return ledgers;
}
