import { errorCode } from '../../text/system/system-errors.ts';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { refuseFolderName, unsafeError } from '../ledger-error.ts';
import type { LedgerFiles } from './ledger-files.ts';

/** The folder of an environment's ledger, with the names of its files in messages. */
export interface LedgerFolder {
  /** The folders below the root, outermost first: `.edgewright`, `.edgewright/<env>`; absolute. */
  readonly folders: readonly string[];
  /** The absolute path of a file in the folder. */
  readonly at: (file: string) => string;
  /** The path of a file relative to the workspace, with `/`. */
  readonly shown: (file: string) => string;
}

export function ledgerFolder(root: string, folder: string, environment: string): LedgerFolder {
  refuseFolderName(environment);
  const parts = [...folder.split('/'), environment];
  const inner = path.join(root, ...parts);
  return {
    folders: parts.map((_, index) => path.join(root, ...parts.slice(0, index + 1))),
    at: (file) => path.join(inner, file),
    shown: (file) => `${parts.join('/')}/${file}`,
  };
}

/** Throws if any part of the ledger's path is a link, which would redirect the ledger and our writes. */
export async function refuseLedgerLinks(
  files: Pick<LedgerFiles, 'look'>,
  root: string,
  { folders, at }: LedgerFolder,
): Promise<void> {
  const expected = [
    ...folders.map((folder) => [folder, 'folder']),
    [at('journal'), 'folder'],
    [at('rollback'), 'folder'],
    [at('ledger.json'), 'file'],
    [at('ledger.lock'), 'file'],
  ];
  for (const [place = '', kind] of expected) {
    const found = await files.look(place);
    if (found === undefined || found === kind) continue;
    const shown = path.relative(root, place).replaceAll(path.sep, '/');
    throw unsafeError(
      `\`${shown}\` is ${found === 'link' ? 'a symbolic link' : `not a ${kind}`}`,
      'remove it, or move what it leads to here',
    );
  }
}

/** The folders below `.edgewright` that have a ledger, sorted: each has the name of an environment. */
export function foldersWithLedger(root: string, folder = '.edgewright'): readonly string[] {
  const above = path.join(root, folder);
  try {
    return readdirSync(above)
      .filter((name) => existsSync(path.join(above, name, 'ledger.json')))
      .sort();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return [];
    throw error;
  }
}
