import { existsSync, lstatSync } from 'node:fs';
import path from 'node:path';

/** What tells one state of a file from another, as in git's index; and when it was last touched, in milliseconds. */
export interface FileStat {
  readonly key: string;
  readonly time: number;
}

export interface FileStats {
  /** Each file is looked at once. */
  readonly of: (path: string) => FileStat;
  /** Of files that are inlined, with the folders they are in, and the `.gitignore` files that could forbid it. */
  readonly ofInlined: (paths: readonly string[]) => FileStat;
  /** The `.gitignore` files above, and where a repository begins: those above it do not count. */
  readonly ofIgnoreFilesAbove: () => string;
}

export function fileStats(root: string): FileStats {
  const known = new Map<string, FileStat>();
  const of = (file: string): FileStat => {
    const stat = known.get(file) ?? look(path.join(root, file));
    known.set(file, stat);
    return stat;
  };
  return {
    of,
    ofInlined: (paths) => {
      const folders = new Set(paths.flatMap(foldersOver));
      const ignoreFiles = [...folders].map((folder) => path.posix.join(folder, '.gitignore'));
      const stats = [...new Set([...paths, ...ignoreFiles])].map(of);
      // A folder that became a link leaves what is in it as it was.
      const links = [...folders].filter((folder) => isLink(path.join(root, folder)));
      return {
        key: [...stats.map(({ key }) => key), ...links].join(' '),
        time: Math.max(0, ...stats.map(({ time }) => time)),
      };
    },
    ofIgnoreFilesAbove: () => {
      const keys: string[] = [];
      for (let folder = root; ; folder = path.dirname(folder)) {
        if (folder !== root) keys.push(look(path.join(folder, '.gitignore')).key);
        if (existsSync(path.join(folder, '.git'))) keys.push('.git');
        if (path.dirname(folder) === folder) return keys.join(' ');
      }
    },
  };
}

function look(file: string): FileStat {
  try {
    const stat = lstatSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return { key: '-', time: 0 };
    const { size, mtimeMs, ctimeMs, ino, mode } = stat;
    return { key: `${size}.${mtimeMs}.${ctimeMs}.${ino}.${mode}`, time: Math.max(mtimeMs, ctimeMs) };
  } catch {
    return { key: '?', time: Number.POSITIVE_INFINITY };
  }
}

/** From the workspace's own, the empty one, down to the one that the file is in. */
function foldersOver(file: string): readonly string[] {
  const names = file.split('/').slice(0, -1);
  return ['', ...names].map((_, depth) => names.slice(0, depth).join('/'));
}

function isLink(folder: string): boolean {
  try {
    return lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    return true;
  }
}
