import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../../../text/system/system-errors.ts';
import { UserError } from '../../../model/errors.ts';
import type { WorkspaceHead } from '../../../model/workspace/workspace.ts';
import { withoutCredentials } from '../../../text/words/one-line.ts';
import { refuseLinks } from '../../cli/files/refuse-target.ts';
import { exitCodes } from '../../../model/exit-codes.ts';
import type { LedgerSettings } from '../../../model/workspace/settings.ts';

/** The settings of the ledger; throws if edgewright.yaml has none. */
export function ledgerSettings({ settings }: Pick<WorkspaceHead, 'settings'>): LedgerSettings {
  if (settings.ledger !== undefined) return settings.ledger;
  throw new UserError(exitCodes.settings, 'edgewright.yaml does not say where the ledger is', {
    help: 'add `ledger: { store: file, lineage: <your-lineage> }` with a UUID of your own, such as `uuidgen` prints',
  });
}

/**
 * A clause on who can read the ledgers: secrets are never in them, but the rest of what is live is. Undefined for a
 * store that a repository does not show.
 */
export function whoReads(settings: LedgerSettings): string | undefined {
  if (settings.store !== 'git') return undefined;
  const { remote, branch } = settings;
  return `everyone who can read \`${withoutCredentials(remote)}\` can read ids and live values on the branch \`${branch}\``;
}

/**
 * The parts of the ledger folder to keep out of git: the built-in mock API, old generations, locks, temporary files.
 */
export const ledgerIgnore: readonly [file: string, text: string] = [
  '.edgewright/.gitignore',
  'local/\nledger.[0-9]*.json\n*.lock\n*.tmp\n',
];

/** Writes the file if it is missing, also in a workspace that `init` did not create. */
export function writeLedgerIgnore(root: string): void {
  const [file, text] = ledgerIgnore;
  refuseLinks(root, file);
  const target = path.join(root, file);
  try {
    mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
    writeFileSync(target, text, { flag: 'wx' });
  } catch (error) {
    const code = errorCode(error, 'unknown error');
    if (code === 'EEXIST') return;
    throw new UserError(exitCodes.disk, `\`${file}\` cannot be written: ${code}`, { cause: error });
  }
}
