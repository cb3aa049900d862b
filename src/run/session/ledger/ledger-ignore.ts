import { errorCode } from '../../../domain/system-errors.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exitCodes, UserError } from '../../../model/errors.ts';
import { refuseLinks } from '../../cli/files/refuse-links.ts';

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
