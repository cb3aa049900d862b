import { lstatSync } from 'node:fs';
import path from 'node:path';

/** Where a folder lies in its git repository, ended by a `/`; empty at the top of it, and outside of any. */
export function repositoryFolder(folder: string): string {
  for (let above = folder; ; above = path.dirname(above)) {
    if (lstatSync(path.join(above, '.git'), { throwIfNoEntry: false }) !== undefined) {
      const below = path.relative(above, folder).split(path.sep).join('/');
      return below === '' ? '' : `${below}/`;
    }
    if (path.dirname(above) === above) return '';
  }
}
