import { exitCodes, UserError } from '../../../model/errors.ts';
import type { LedgerSettings, WorkspaceHead } from '../../../model/workspace.ts';

/** The settings of the ledger; throws if edgewright.yaml has none. */
export function ledgerSettings({ settings }: Pick<WorkspaceHead, 'settings'>): LedgerSettings {
  if (settings.ledger !== undefined) return settings.ledger;
  throw new UserError(exitCodes.settings, 'edgewright.yaml does not say where the ledger is', {
    help: 'add `ledger: { store: file, lineage: <your-lineage> }` with a UUID of your own, such as `uuidgen` prints',
  });
}
