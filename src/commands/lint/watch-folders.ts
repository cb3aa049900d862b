import { lstatSync, readdirSync, watch, type FSWatcher } from 'node:fs';
import path from 'node:path';
import { exitCodes, UserError } from '../../model/errors.ts';

/** The files below a folder, watched: each folder by itself, since editors replace files rather than write them. */
export interface Watch {
  /** What tells a file from an older version of itself, by path. Folders that are new are watched from then on. */
  readonly look: () => ReadonlyMap<string, string>;
  readonly close: () => void;
}

/** `onChange` is called often, and for nothing at times; only another `look` says whether something changed. */
export function watchFolders(root: string, onChange: () => void): Watch {
  const watchers = new Map<string, { readonly id: string; readonly watcher: FSWatcher }>();
  const look = (): ReadonlyMap<string, string> => {
    const seen = new Map<string, string>();
    const folders = new Set<string>();
    const visit = (folder: string): void => {
      const id = identity(path.join(root, folder));
      if (id === undefined) return;
      folders.add(folder);
      follow(folder, id);
      // After the watcher was set: what comes later it sees.
      for (const { name, isFolder } of entriesOf(path.join(root, folder))) {
        const inner = folder === '' ? name : `${folder}/${name}`;
        if (isFolder) visit(inner);
        else seen.set(inner, identity(path.join(root, inner)) ?? '');
      }
    };
    const follow = (folder: string, id: string): void => {
      const known = watchers.get(folder);
      if (known?.id.split(' ')[0] === id.split(' ')[0]) return;
      known?.watcher.close();
      watchers.set(folder, { id, watcher: startWatcher(path.join(root, folder), onChange) });
    };
    visit('');
    for (const [folder, { watcher }] of watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    return seen;
  };
  return {
    look,
    close: () => {
      for (const { watcher } of watchers.values()) watcher.close();
    },
  };
}

function startWatcher(folder: string, onChange: () => void): FSWatcher {
  try {
    // A folder that vanishes is an error of its watcher, and a change.
    return watch(folder, onChange).on('error', onChange);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new UserError(
      exitCodes.disk,
      `cannot watch \`${path.basename(folder)}\`: ${code ?? 'unknown error'}`,
      {
        ...(code === 'ENOSPC' || code === 'EMFILE'
          ? { help: 'too many folders are watched on this machine; see fs.inotify.max_user_watches' }
          : {}),
        cause,
      },
    );
  }
}

/** What is hidden and what npm installs is not part of a workspace, but for `.gitignore`. */
function entriesOf(folder: string): readonly { readonly name: string; readonly isFolder: boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => name === '.gitignore' || !(name.startsWith('.') || name === 'node_modules'))
      .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
  } catch {
    return [];
  }
}

/** The file itself, then what changes with its content. */
function identity(file: string): string | undefined {
  try {
    const stats = lstatSync(file, { throwIfNoEntry: false, bigint: true });
    return stats === undefined ? undefined : `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
  } catch {
    return undefined;
  }
}
