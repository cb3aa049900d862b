import { fileTexts } from '../../../ledger/file/file-texts.ts';
import { ledgerFolder } from '../../../ledger/file/ledger-folder.ts';
import { nodeFiles } from '../../../ledger/file/node-files.ts';
import { readStored } from '../../../ledger/read-ledger.ts';
import type { LedgerState } from '../../../model/ledger.ts';
import type { WorkspaceHead } from '../../../model/workspace.ts';
import { ledgerSettings } from './ledger-settings.ts';

/**
 * The ledger in the files of a workspace, for lint; undefined if there is none. It needs no lock, git or database, so the
 * bundle for hooks has nothing of them.
 */
export async function readFileLedger(
  workspace: Pick<WorkspaceHead, 'root' | 'settings'>,
  environment: string,
): Promise<LedgerState | undefined> {
  const { root } = workspace;
  const { lineage } = ledgerSettings(workspace);
  const folder = ledgerFolder(root, '.edgewright', environment);
  const texts = fileTexts({ root, folder, files: nodeFiles });
  const stored = await readStored({ texts, shown: folder.shown, environment, lineage, placeFlags: '' });
  return stored?.state;
}
