import { lstatSync } from 'node:fs';
import path from 'node:path';
import { exitCodes, UserError } from '../../../model/errors.ts';

/** Refuses links in the path of a file that we write in the workspace: they would redirect the write. */
export function refuseLinks(root: string, file: string): void {
  const parts = file.split('/');
  for (const [index] of parts.entries()) {
    const shown = parts.slice(0, index + 1).join('/');
    const stats = lstatSync(path.join(root, shown), { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) continue;
    // A missing folder or other errors are reported by the write.
    if (stats?.isSymbolicLink() !== true) return;
    throw new UserError(exitCodes.unsafe, `\`${shown}\` is a symbolic link`, {
      help: 'remove it, or move what it leads to here. Nothing was written',
    });
  }
}
