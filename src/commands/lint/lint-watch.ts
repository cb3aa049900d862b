import { workspaceFolder } from '../../session/workspace/workspace-folder.ts';
import path from 'node:path';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { inertPath } from '../../report/text/inert.ts';
import { userErrorText } from '../../report/user-error.ts';
import { findRoot } from '../../workspace/files/find-root.ts';
import type { WorkspaceOptions } from '../../cli/options.ts';
import { watchFolders } from './watch-folders.ts';

/** Debounce: an editor writes a file in several steps, and a checkout writes many files. */
const quietMilliseconds = 50;
const mostWaits = 40;

interface Watching {
  readonly options: WorkspaceOptions;
  /** Files that a run itself writes. */
  readonly outputs: readonly string[];
  readonly once: () => Promise<number>;
}

/** `--watch`: checks, and checks again after every change, until a signal arrives. */
export async function watchLint(io: Io, { options, outputs, once }: Watching): Promise<number> {
  const root = findRoot(workspaceFolder(io, options));
  const own = new Set(
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
      const changed = changedPaths(seen, now).filter((file) => !own.has(file));
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
    io.stderr(userErrorText(error));
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
