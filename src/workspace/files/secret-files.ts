import { lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { isNamedLikeSecret } from './named-like-secret.ts';

/**
 * Files that hold secrets are not read as files of the workspace, whatever they are called: a pull request could print
 * them in a plan with `$(file:…)` or a pattern of `resources`. Some are known by their place, the others by their name.
 */

/** Whether an open file holds secrets. */
export type IsSecretFile = (file: string, stats: Stats) => boolean;

export interface SecretPlaces {
  readonly folder: string | undefined;
  readonly files: readonly string[];
}

/**
 * `folder` is that of `--secrets-dir`, `files` are those that variables of the environment name. Files are compared by
 * identity, folders by their real path, so that links, `..` and the case of letters make no difference.
 */
export function secretFiles(
  root: string,
  { folder, files }: SecretPlaces = { folder: undefined, files: [] },
): IsSecretFile {
  const known = new Set<string>();
  for (const file of files) note(file, known);
  const real = folder === undefined ? undefined : realOf(folder);
  if (real !== undefined) for (const name of namesIn(real)) note(join(real, name), known);
  const top = realOf(root) ?? root;
  // If the workspace itself is in the folder, only the files directly in the folder are secrets.
  const isAround = real !== undefined && `${top}${sep}`.startsWith(`${real}${sep}`);
  return (file, stats) => {
    if (isNamedLikeSecret(nameOnDisk(file))) return true;
    if (known.size > 0 && known.has(identity(stats))) return true;
    return real !== undefined && !isAround && realOf(file)?.startsWith(`${real}${sep}`) === true;
  };
}

/** Where the case of letters makes no difference, `s1` opens `S1`. */
function nameOnDisk(file: string): string {
  const name = basename(file);
  return /^\w+$/.test(name) && name !== name.toUpperCase() ? basename(realOf(file) ?? file) : name;
}

/** In the folder of the workspace itself, only the names of secrets. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter(isNamedLikeSecret);
  } catch {
    // `--secrets-dir` is checked where the secrets are read.
    return [];
  }
}

/** The target too: orchestrators mount secrets as links. */
function note(file: string, known: Set<string>): void {
  for (const look of [lstatSync, statSync]) {
    try {
      const stats = look(file, { throwIfNoEntry: false });
      if (stats?.isFile() === true) known.add(identity(stats));
    } catch {
      // A chain of links without an end.
    }
  }
}

function identity({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}

function realOf(place: string): string | undefined {
  try {
    return realpathSync.native(place);
  } catch {
    return undefined;
  }
}
