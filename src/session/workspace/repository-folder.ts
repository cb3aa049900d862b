import { lstatSync } from 'node:fs';
import path from 'node:path';

/** The path of a folder in its git repository, with a final `/`; empty for the root and outside of git. */
export function repositoryFolder(folder: string): string {
  for (let above = folder; ; above = path.dirname(above)) {
    if (lstatSync(path.join(above, '.git'), { throwIfNoEntry: false }) !== undefined) {
      const below = path.relative(above, folder).split(path.sep).join('/');
      return below === '' ? '' : `${below}/`;
    }
    if (path.dirname(above) === above) return '';
  }
}
