import { lstatSync, readdirSync, watch, type FSWatcher } from 'node:fs';
import path from 'node:path';
import { exitCodes, UserError } from '../../model/errors.ts';

/** Watches the files below a folder. Each folder has a watcher, since editors replace files instead of writing them. */
export interface Watch {
  /** The version of every file, by path. Also starts to watch new folders. */
  readonly look: () => ReadonlyMap<string, string>;
  readonly close: () => void;
}

/** `onChange` may be called without a change; compare results of `look` to find out. */
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
      // Listed after the watcher is set, so that later changes are noticed.
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
    // The watcher of a deleted folder fails, which counts as a change.
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

/** Skips hidden files except `.gitignore`, and node_modules: they are not part of a workspace. */
function entriesOf(folder: string): readonly { readonly name: string; readonly isFolder: boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => name === '.gitignore' || !(name.startsWith('.') || name === 'node_modules'))
      .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
  } catch {
    return [];
  }
}

/** The identity of the file and the attributes that change with its content. */
function identity(file: string): string | undefined {
  try {
    const stats = lstatSync(file, { throwIfNoEntry: false, bigint: true });
    return stats === undefined ? undefined : `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
  } catch {
    return undefined;
  }
}
