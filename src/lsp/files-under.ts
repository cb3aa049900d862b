import { type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';

/** Maximum number of files that are suggested: a folder can contain any number. */
const most = 500;
const deepest = 8;

/** The files that `$(file:path)` could name, sorted, without hidden files and links. */
export function textFilesUnder(root: string): readonly string[] {
  const found: string[] = [];
  const visit = (folder: string, depth: number): void => {
    if (depth > deepest) return;
    for (const entry of entriesOf(path.join(root, folder))) {
      if (found.length >= most) return;
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) visit(name, depth + 1);
      else if (entry.isFile() && name !== 'edgewright.yaml') found.push(name);
    }
  };
  visit('', 0);
  return found;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
