import path from 'node:path';
import { type PathState, stateOnDisk, typeOnDisk } from '../../workspace/files/path-state.ts';

export interface FileStats {
  /** Each file is looked up once. */
  readonly of: (path: string) => PathState;
  /** Combined state of inlined files, their folders, and the `.gitignore` files that could exclude them. */
  readonly ofInlined: (paths: readonly string[]) => PathState;
  /** State of the `.gitignore` files above the workspace, up to the repository root: those above it do not apply. */
  readonly ofIgnoreFilesAbove: () => string;
}

export function fileStats(root: string): FileStats {
  const known = new Map<string, PathState>();
  const of = (file: string): PathState => {
    const seen = known.get(file);
    if (seen !== undefined) return seen;
    const state = stateOnDisk(path.join(root, file));
    known.set(file, state);
    return state;
  };
  return {
    of,
    ofInlined: (paths) => {
      if (paths.length === 0) return { key: '', time: 0 };
      const folders = new Set(paths.flatMap(foldersOver));
      const ignoreFiles = [...folders].map((folder) => path.posix.join(folder, '.gitignore'));
      const stats = [...new Set([...paths, ...ignoreFiles])].map(of);
      // A folder replaced by a link leaves the stat of the files in it unchanged.
      const links = [...folders].filter((folder) => typeOnDisk(path.join(root, folder)) !== 'folder');
      return {
        key: [...stats.map(({ key }) => key), ...links].join(' '),
        time: Math.max(0, ...stats.map(({ time }) => time)),
      };
    },
    ofIgnoreFilesAbove: () => {
      const keys: string[] = [];
      for (let folder = root; ; folder = path.dirname(folder)) {
        if (folder !== root) keys.push(stateOnDisk(path.join(folder, '.gitignore')).key);
        const type = typeOnDisk(path.join(folder, '.git'));
        if (type !== undefined || path.dirname(folder) === folder) return [...keys, type ?? '-'].join(' ');
      }
    },
  };
}

/** The folders above a file, from the workspace root (empty string) down. */
function foldersOver(file: string): readonly string[] {
  const names = file.split('/').slice(0, -1);
  return ['', ...names].map((_, depth) => names.slice(0, depth).join('/'));
}
