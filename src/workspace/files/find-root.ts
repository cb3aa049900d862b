import { lstatSync, readdirSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { exitCodes, UserError } from '../../model/errors.ts';
import { quoted } from '../../model/problem.ts';
import type { GitSetting } from '../git/run-git.ts';
import { settingsFile } from './discover.ts';
import { diskTree } from './file-tree.ts';
import { trackedThoughIgnored } from '../git/tracked-files.ts';
import { nothingIgnored, withOuterIgnoreFile, type IgnoreRules } from './ignored.ts';

/**
 * The folder with edgewright.yaml: this one, or the nearest above it. Throws `UserError` 78, whose help names folders from
 * `cwd` on, where the user stands.
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
    const own = relative(root, resolve(root, path)).split(sep).join('/');
    if (own !== '' && own !== '..' && !own.startsWith('../') && !isAbsolute(own)) inside.set(own, text);
  }
  return inside;
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

function* upwards(start: string): Generator<string> {
  for (let folder = start; ; folder = dirname(folder)) {
    yield folder;
    if (dirname(folder) === folder) return;
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
