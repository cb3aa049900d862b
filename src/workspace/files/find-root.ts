import { lstatSync, readdirSync } from 'node:fs';
import { resolve, isAbsolute, dirname, join, relative, sep } from 'node:path';
import { UserError } from '../../model/errors.ts';
import { runGitNow, type GitSetting } from '../git/run-git.ts';
import { settingsFile } from './discover.ts';
import { quoted } from '../../text/quoted.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import { diskTree } from './file-tree.ts';
import { type IgnoreRules, nothingIgnored, withOuterIgnoreFile } from './ignored.ts';

const mostBytes = 16 * 1024 * 1024;

/**
 * Whether git tracks the file at a path from `root`, or one below it, although a `.gitignore` matches it. Git is asked
 * once, when the first such path is found; where it cannot answer, it tracks none.
 */
export function trackedThoughIgnored(root: string, env: GitSetting['env']): (path: string) => boolean {
  let tracked: ReadonlySet<string> | undefined;
  return (path) => (tracked ??= listTracked(root, env)).has(path);
}

function listTracked(root: string, env: GitSetting['env']): ReadonlySet<string> {
  // A hook names the repository and its index relative to the folder of the command.
  const setting = {
    cwd: root,
    env: { ...env, GIT_DIR: undefined, GIT_WORK_TREE: undefined, GIT_INDEX_FILE: undefined },
  };
  const found = new Set<string>();
  try {
    const ask = ['ls-files', '-z', '--cached', '--ignored', '--exclude-standard'];
    const { stdout } = runGitNow(setting, ask, { input: '', maxBuffer: mostBytes });
    for (let path of stdout.toString('utf8').split('\0'))
      for (; path !== '' && !found.has(path); path = path.slice(0, Math.max(0, path.lastIndexOf('/'))))
        found.add(path);
  } catch {
    // Git is not installed.
  }
  return found;
}

/**
 * The folder with edgewright.yaml: this one, or the nearest above it. Throws `UserError` 78, whose help names folders
 * from `cwd` on, the folder of the user.
 */
export function findRoot(from: string, cwd = from): string {
  for (const folder of upwards(resolve(from))) if (isThere(join(folder, settingsFile))) return folder;
  const [below] = foldersIn(from).filter((name) => isThere(join(from, name, settingsFile)));
  throw new UserError(exitCodes.settings, `there is no ${settingsFile} here or in a folder above`, {
    help:
      below === undefined
        ? '`edgewright init` makes a workspace; `--workspace <folder>` names another one'
        : `${quoted(relative(cwd, resolve(from, below)))} has one: change to that folder, or name it with \`--workspace\``,
  });
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** The overlay, by path from the root. Files outside the workspace are left out. */
export function overlayFrom(root: string, overlay: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const inside = new Map<string, string>();
  for (const [path, text] of overlay) {
    const fromRoot = relative(root, resolve(root, path)).split(sep).join('/');
    if (fromRoot !== '' && fromRoot !== '..' && !fromRoot.startsWith('../') && !isAbsolute(fromRoot))
      inside.set(fromRoot, text);
  }
  return inside;
}

export function* upwards(start: string): Generator<string> {
  for (let folder = start; ; folder = dirname(folder)) {
    yield folder;
    if (dirname(folder) === folder) return;
  }
}

export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * The `.gitignore` files above the workspace, up to the top of the git working tree; none outside of a working tree.
 * `env` is the environment in which git is asked which files it tracks although a `.gitignore` matches them; none
 * without it.
 */
export function outerIgnored(root: string, env?: GitSetting['env']): IgnoreRules {
  const ignored =
    env === undefined ? nothingIgnored : { ...nothingIgnored, isTracked: trackedThoughIgnored(root, env) };
  if (dirname(root) === root || isThere(join(root, '.git'))) return ignored;
  const above = [...upwards(dirname(root))];
  return above
    .slice(0, above.findIndex((folder) => isThere(join(folder, '.git'))) + 1)
    .reverse()
    .reduce<IgnoreRules>((above, folder) => {
      const read = diskTree(folder).read('.gitignore');
      const below = relative(folder, root).split(sep).join('/');
      return 'source' in read ? withOuterIgnoreFile(above, below, read.source) : above;
    }, ignored);
}
