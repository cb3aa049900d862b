import { fileTexts } from '../../../ledger/file/file-texts.ts';
import { ledgerFolder } from '../../../ledger/file/ledger-folder.ts';
import { nodeFiles } from '../../../ledger/file/node-files.ts';
import { readStored } from '../../../ledger/read-ledger.ts';
import type { LedgerState } from '../../../model/ledger/ledger.ts';
import type { WorkspaceHead } from '../../../model/workspace/workspace.ts';
import { ledgerSettings } from './ledger-settings.ts';
import { workspaceHome } from '../../../workspace/git/workspace-home.ts';

/** The ledger in the files of a workspace, for lint; undefined if there is none. It needs no lock, git or database. */
export async function readFileLedger(
  workspace: Pick<WorkspaceHead, 'root' | 'settings'>,
  environment: string,
): Promise<LedgerState | undefined> {
  const { root } = workspace;
  const settings = ledgerSettings(workspace);
  const { lineage } = settings;
  const folder = ledgerFolder(root, '.edgewright', environment);
  const texts = fileTexts({ root, folder, files: nodeFiles });
  const home = workspaceHome(root, settings);
  const stored = await readStored({
    ...{ texts, shown: folder.shown, environment },
    ...{ lineage, home, placeFlags: '' },
  });
  return stored?.state;
}
