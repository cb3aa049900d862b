import path from 'node:path';
import { exitCodes, UserError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import type { LedgerState } from '../../../model/ledger.ts';
import type { Environment, Workspace } from '../../../model/workspace.ts';
import { inertLine } from '../../../report/text/inert.ts';
import { typeOnDisk } from '../../../workspace/files/path-state.ts';
import { failureOf } from './failure-of.ts';

/**
 * The ledgers in the workspace, for lint rules about changes that the API cannot make to existing objects. An
 * unreadable ledger is skipped with a note; `plan` reports the details. With errors in edgewright.yaml no ledger is
 * read, since its settings are unknown and the findings suffice.
 */
export async function ledgersAtHand(
  io: Io,
  workspace: Pick<Workspace, 'root' | 'settings' | 'diagnostics' | 'environments'>,
  environments: readonly Environment[],
): Promise<ReadonlyMap<string, LedgerState>> {
  const ledgers = new Map<string, LedgerState>();
  const { settings, diagnostics } = workspace;
  if (settings.ledger === undefined && failureOf(diagnostics) === exitCodes.settings) return ledgers;
  // Lint reads files only: a ledger in a remote or a database is not at hand.
  if (settings.ledger !== undefined && settings.ledger.store !== 'file') return ledgers;
  for (const environment of environments) {
    const file = path.join(workspace.root, '.edgewright', environment.name, 'ledger.json');
    if (typeOnDisk(file) === undefined) continue;
    const { readFileLedger } = await import('./read-file-ledger.ts');
    try {
      const ledger = await readFileLedger(workspace, environment.name);
      if (ledger !== undefined) ledgers.set(environment.name, ledger);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      io.stderr(
        `note: the ledger of \`${environment.name}\` was not looked at: ${inertLine(error.message)}\n`,
      );
    }
  }
  return ledgers;
}
