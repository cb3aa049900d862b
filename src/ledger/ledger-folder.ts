import path from 'node:path';
import { unsafeError } from './ledger-error.ts';
import type { LedgerFiles } from './ledger-files.ts';

/** Where an environment's ledger lies, and how messages call the files there. */
export interface LedgerFolder {
  /** The folders below the root, from the outermost: `.edgewright`, `.edgewright/<env>`; absolute. */
  readonly folders: readonly string[];
  /** The absolute path of a file in it. */
  readonly at: (file: string) => string;
  /** The same relative to the workspace, with `/`. */
  readonly shown: (file: string) => string;
}

export function ledgerFolder(root: string, folder: string, environment: string): LedgerFolder {
  if (!/^[A-Za-z0-9][A-Za-z0-9_.-]*$/.test(environment)) {
    throw unsafeError(
      `the environment \`${environment.slice(0, 40)}\` cannot be the name of a folder`,
      'name it with letters, digits, `-`, `_` and `.`',
    );
  }
  const parts = [...folder.split('/'), environment];
  const inner = path.join(root, ...parts);
  return {
    folders: parts.map((_, index) => path.join(root, ...parts.slice(0, index + 1))),
    at: (file) => path.join(inner, file),
    shown: (file) => `${parts.join('/')}/${file}`,
  };
}

/** Nothing on the way to the ledger may be a link: it would take the ledger, and what we write, elsewhere. */
export async function refuseLedgerLinks(
  files: LedgerFiles,
  root: string,
  { folders, at }: LedgerFolder,
): Promise<void> {
  const expected = [
    ...folders.map((folder) => [folder, 'folder']),
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
