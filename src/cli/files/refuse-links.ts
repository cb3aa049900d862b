import { lstatSync } from 'node:fs';
import path from 'node:path';
import { exitCodes, UserError } from '../../model/errors.ts';

/** Nothing on the way to a file that we make in the workspace may be a link: it would take the file elsewhere. */
export function refuseLinks(root: string, file: string): void {
  const parts = file.split('/');
  for (const [index] of parts.entries()) {
    const shown = parts.slice(0, index + 1).join('/');
    const stats = lstatSync(path.join(root, shown), { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) continue;
    // What is there or not is for the writing to say.
    if (stats?.isSymbolicLink() !== true) return;
    throw new UserError(exitCodes.unsafe, `\`${shown}\` is a symbolic link`, {
      help: 'remove it, or move what it leads to here. Nothing was written',
    });
  }
}
