import { spawnSync } from 'node:child_process';
import { parts, type Part } from './parts.ts';

/*
 * `.ci/run` runs the first part for each commit, and one of the others in turn: each of them comes within as many
 * commits as there are others, so none falls behind unseen, and a commit gets the same part wherever it is tested.
 */

/** The part whose turn it is, of all but the first. */
export function partInTurn(turn: number): Part {
  const [, ...others] = parts;
  return others[turn % others.length]!;
}

/**
 * The number of commits up to the one that is checked out. A shallow clone has only some of them, however deep it
 * happens to be, so there the id of the commit stands in for it. Without a repository it is always the same turn.
 */
export function turnOf(folder: string): number {
  const git = (...args: readonly string[]): string | undefined => {
    const { status, stdout } = spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
    return status === 0 ? stdout.trim() : undefined;
  };
  const isShallow = git('rev-parse', '--is-shallow-repository') === 'true';
  const id = git('rev-parse', '--verify', 'HEAD');
  if (id === undefined) return 0;
  return isShallow ? Number.parseInt(id.slice(0, 8), 16) : Number(git('rev-list', '--count', 'HEAD') ?? 0);
}
