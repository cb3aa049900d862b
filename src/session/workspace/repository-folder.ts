import { lstatSync } from 'node:fs';
import path from 'node:path';
import type { RunInputs } from '../../model/lint/run-inputs.ts';
import { typeOnDisk } from '../../workspace/files/path-state.ts';

/** The path of a folder in its git repository, with a final `/`; empty for the root and outside of git. */
export function repositoryFolder(folder: string, inputs?: RunInputs): string {
  for (let above = folder; ; above = path.dirname(above)) {
    if (isThere(path.join(above, '.git'), inputs)) {
      const below = path.relative(above, folder).split(path.sep).join('/');
      return below === '' ? '' : `${below}/`;
    }
    if (path.dirname(above) === above) return '';
  }
}

function isThere(file: string, inputs: RunInputs | undefined): boolean {
  inputs?.type(file, typeOnDisk(file));
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // The folder is a file; writing into it says so.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return false;
    throw error;
  }
}
