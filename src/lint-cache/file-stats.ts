import path from 'node:path';
import type { RunInputs, PathState } from '../model/lint/run-inputs.ts';
import { stateOnDisk, typeOnDisk } from '../workspace/files/path-state.ts';

export interface FileStats {
  /** Each file is looked up once. */
  readonly of: (path: string) => PathState;
  /** Combined state of inlined files, their folders, and the `.gitignore` files that could exclude them. */
  readonly ofInlined: (paths: readonly string[]) => PathState;
  /** State of the `.gitignore` files above the workspace, up to the repository root: those above it do not apply. */
  readonly ofIgnoreFilesAbove: () => string;
}

export function fileStats(root: string, inputs?: RunInputs): FileStats {
  const known = new Map<string, PathState>();
  const look = (place: string): PathState => {
    const state = stateOnDisk(place);
    inputs?.content(place, state);
    return state;
  };
  const of = (file: string): PathState => {
    const seen = known.get(file);
    if (seen !== undefined) return seen;
    const state = look(path.join(root, file));
    known.set(file, state);
    return state;
  };
  return {
    of,
    ofInlined: (paths) => {
      const folders = new Set(paths.flatMap(foldersOver));
      const ignoreFiles = [...folders].map((folder) => path.posix.join(folder, '.gitignore'));
      const stats = [...new Set([...paths, ...ignoreFiles])].map(of);
      // A folder replaced by a link leaves the stat of the files in it unchanged.
      const links = [...folders].filter((folder) => {
        const type = typeOnDisk(path.join(root, folder));
        inputs?.type(path.join(root, folder), type);
        return type !== 'folder';
      });
      return {
        key: [...stats.map(({ key }) => key), ...links].join(' '),
        time: Math.max(0, ...stats.map(({ time }) => time)),
      };
    },
    ofIgnoreFilesAbove: () => {
      const keys: string[] = [];
      for (let folder = root; ; folder = path.dirname(folder)) {
        if (folder !== root) keys.push(look(path.join(folder, '.gitignore')).key);
        const repository = path.join(folder, '.git');
        const type = typeOnDisk(repository);
        inputs?.type(repository, type);
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
