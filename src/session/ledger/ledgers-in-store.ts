import { UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerState } from '../../model/ledger.ts';
import type { Environment, Workspace } from '../../model/workspace.ts';
import { inertLine } from '../../report/text/inert.ts';
import { openStore } from './ledger-store.ts';

/** The ledgers of these environments in a store that several machines share. One that cannot be read gives a note. */
export async function ledgersInStore(
  io: Io,
  workspace: Pick<Workspace, 'root' | 'settings' | 'diagnostics' | 'environments'>,
  environments: readonly Environment[],
): Promise<ReadonlyMap<string, LedgerState>> {
  const ledgers = new Map<string, LedgerState>();
  for (const { name } of environments) {
    try {
      const state = await (await openStore(io, workspace, {})).read(name);
      if (state !== undefined) ledgers.set(name, state);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      io.stderr(`note: the ledger of \`${name}\` was not looked at: ${inertLine(error.message)}\n`);
    }
  }
  return ledgers;
}
