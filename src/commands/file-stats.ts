import { lstatSync } from 'node:fs';
import path from 'node:path';

/** What tells one state of a file from another, as in git's index; and when it was last touched, in milliseconds. */
export interface FileStat {
  readonly key: string;
  readonly time: number;
}

export interface FileStats {
  /** Each file is looked at once. */
  readonly of: (path: string) => FileStat;
  /** Of files that are inlined, with the `.gitignore` files that could forbid it. */
  readonly ofInlined: (paths: readonly string[]) => FileStat;
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
      const all = new Set(paths.flatMap((file) => [file, ...ignoreFilesOver(file)]));
      const stats = [...all].map(of);
      return {
        key: stats.map(({ key }) => key).join(' '),
        time: Math.max(0, ...stats.map(({ time }) => time)),
      };
    },
    ofIgnoreFilesAbove: () => {
      const keys: string[] = [];
      for (let folder = root; path.dirname(folder) !== folder; folder = path.dirname(folder))
        keys.push(look(path.join(path.dirname(folder), '.gitignore')).key);
      return keys.join(' ');
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

function ignoreFilesOver(file: string): readonly string[] {
  const folders = file.split('/').slice(0, -1);
  return [0, ...folders.keys()].map((_, depth) => [...folders.slice(0, depth), '.gitignore'].join('/'));
}
