import { existsSync, lstatSync } from 'node:fs';
import path from 'node:path';

/** Identifies the state of a file, as in git's index, with the time of its last change in milliseconds. */
export interface FileStat {
  readonly key: string;
  readonly time: number;
}

export interface FileStats {
  /** Each file is looked up once. */
  readonly of: (path: string) => FileStat;
  /** Combined state of inlined files, their folders, and the `.gitignore` files that could exclude them. */
  readonly ofInlined: (paths: readonly string[]) => FileStat;
  /** State of the `.gitignore` files above the workspace, up to the repository root: those above it do not apply. */
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
      // A folder replaced by a link leaves the stat of the files in it unchanged.
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

/** The folders above a file, from the workspace root (empty string) down. */
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
