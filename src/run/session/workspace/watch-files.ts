import { errorCode } from '../../../text/system/system-errors.ts';
import { lstatSync, readdirSync, watch, type FSWatcher } from 'node:fs';
import path from 'node:path';
import type { WorkspaceOptions } from '../../cli/options.ts';
import { UserError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import { inertPath } from '../../../report/text/inert.ts';
import { userErrorText } from '../../../report/user-error.ts';
import { workspaceFolder } from './open-workspace.ts';
import { findRoot } from '../../../workspace/files/find-root.ts';
import { exitCodes } from '../../../model/exit-codes.ts';

/** Debounce: an editor writes a file in several steps, and a checkout writes many files. */
const quietMilliseconds = 50;
const mostWaits = 40;

interface WatchOptions {
  readonly options: WorkspaceOptions;
  /** Files that a run itself writes. */
  readonly outputs: readonly string[];
  readonly once: () => Promise<number>;
}

/** `--watch`: runs once, and again after every change, until a signal arrives. */
export async function watchFiles(io: Io, { options, outputs, once }: WatchOptions): Promise<number> {
  const root = findRoot(workspaceFolder(io, options), io.cwd);
  const outputPaths = new Set(
    outputs.map((file) => path.relative(root, path.resolve(io.cwd, file)).split(path.sep).join('/')),
  );
  const bell = createBell(io.signal);
  const watched = watchFolders(root, bell.ring);
  try {
    let seen = watched.look();
    await lookOnce(io, once);
    io.stderr('watching for changes; Ctrl-C ends it\n');
    while (await bell.rung()) {
      await untilQuiet(io, bell);
      const now = watched.look();
      const changed = changedPaths(seen, now).filter((file) => !outputPaths.has(file));
      seen = now;
      if (changed.length === 0 || io.signal.aborted) continue;
      io.stderr(`\nchanged: ${inWords(changed)}\n`);
      await lookOnce(io, once);
    }
    return exitCodes.interrupted;
  } finally {
    watched.close();
  }
}

/** An error that ends one run is printed; the next change may fix it. */
async function lookOnce(io: Io, once: () => Promise<number>): Promise<void> {
  try {
    await once();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    io.stderr(userErrorText(error, io));
  }
}

interface Bell {
  readonly ring: () => void;
  /** Resolves when there was a change since the last call; false after the signal. */
  readonly rung: () => Promise<boolean>;
  readonly hasRung: () => boolean;
}

function createBell(signal: AbortSignal): Bell {
  let isRinging = false;
  let wake: () => void = () => undefined;
  signal.addEventListener('abort', () => wake(), { once: true });
  const hasRung = (): boolean => {
    const answer = isRinging;
    isRinging = false;
    return answer;
  };
  return {
    ring: () => {
      isRinging = true;
      wake();
    },
    rung: async () => {
      if (!isRinging && !signal.aborted)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      hasRung();
      return !signal.aborted;
    },
    hasRung,
  };
}

async function untilQuiet(io: Io, bell: Bell): Promise<void> {
  for (let waits = 0; waits < mostWaits && !io.signal.aborted; waits++) {
    await io.clock.sleep(quietMilliseconds);
    if (!bell.hasRung()) return;
  }
}

function changedPaths(
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): readonly string[] {
  const paths = new Set([...before.keys(), ...now.keys()]);
  return [...paths].filter((file) => before.get(file) !== now.get(file)).sort();
}

function inWords(files: readonly string[]): string {
  const shown = files.slice(0, 3).map(inertPath).join(', ');
  return files.length > 3 ? `${shown} and ${files.length - 3} more` : shown;
}

interface Watch {
  /** The version of every file, by path. Also starts to watch new folders. */
  readonly look: () => ReadonlyMap<string, string>;
  readonly close: () => void;
}

/**
 * Watches the files below a folder. Each folder has a watcher, since editors replace files instead of writing them.
 * `onChange` may be called without a change; compare results of `look` to find out.
 */
function watchFolders(root: string, onChange: () => void): Watch {
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
    const code = errorCode(cause, 'unknown error');
    throw new UserError(exitCodes.disk, `cannot watch \`${path.basename(folder)}\`: ${code}`, {
      ...(code === 'ENOSPC' || code === 'EMFILE'
        ? { help: 'too many folders are watched on this machine; see fs.inotify.max_user_watches' }
        : {}),
      cause,
    });
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
