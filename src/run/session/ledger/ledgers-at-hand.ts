import path from 'node:path';
import { UserError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import type { LedgerState } from '../../../model/ledger/ledger.ts';
import type { Workspace } from '../../../model/workspace/workspace.ts';
import { inertLine } from '../../../report/text/inert.ts';
import { typeOnDisk } from '../../../workspace/files/entry-type.ts';
import { foldersWithLedger } from '../../../ledger/file/ledger-folder.ts';
import { failureOf } from './failure-of.ts';
import { exitCodes } from '../../../model/exit-codes.ts';
import type { Environment } from '../../../model/workspace/environment.ts';

/**
 * The ledgers in the workspace, also of environments without a file, for lint rules about live objects. An
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
  const declared = environments.map(({ name }) => name);
  const undeclared = foldersWithLedger(workspace.root).filter((name) => !workspace.environments.has(name));
  for (const name of [...declared, ...undeclared]) {
    const file = path.join(workspace.root, '.edgewright', name, 'ledger.json');
    if (typeOnDisk(file) === undefined) continue;
    const { readFileLedger } = await import('./read-file-ledger.ts');
    try {
      const ledger = await readFileLedger(workspace, name);
      if (ledger !== undefined) ledgers.set(name, ledger);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      // One that was moved, or that is of another workspace, has nothing of an environment that is gone.
      if (!declared.includes(name)) continue;
      io.stderr(`note: the ledger of \`${name}\` was not looked at: ${inertLine(error.message)}\n`);
    }
  }
  return ledgers;
}
