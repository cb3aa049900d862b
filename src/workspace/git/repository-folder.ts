import { lstatSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../../text/system/system-errors.ts';

/** The path of a folder in its git repository, with a final `/`; empty for the root and outside of git. */
export function repositoryFolder(folder: string): string {
  for (let above = folder; ; above = path.dirname(above)) {
    if (isThere(path.join(above, '.git'))) {
      const below = path.relative(above, folder).split(path.sep).join('/');
      return below === '' ? '' : `${below}/`;
    }
    if (path.dirname(above) === above) return '';
  }
}

function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // The folder is a file; writing into it says so.
    if (errorCode(error) === 'ENOTDIR') return false;
    throw error;
  }
}

/** The top folder of the repository in which `root` has this path. */
export function repositoryTop(root: string, folder: string): string {
  return path.resolve(root, '../'.repeat(folder === '' ? 0 : folder.split('/').length));
}
