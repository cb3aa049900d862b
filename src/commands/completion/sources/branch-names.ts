import path from 'node:path';
import { runGitNow } from '../../../git/run-git.ts';
import type { Io } from '../../../model/io.ts';

/** Branches and tags of the repository, those of remotes included; none outside of one. */
export function branchNames(io: Io, folder: string | undefined): readonly string[] {
  try {
    const { stdout, exitCode } = runGitNow(
      { cwd: path.resolve(io.cwd, folder ?? '.'), env: io.env },
      ['for-each-ref', '--count=500', '--format=%(refname:short)', 'refs/heads', 'refs/remotes', 'refs/tags'],
      { input: '', maxBuffer: 1024 * 1024 },
    );
    if (exitCode !== 0) return [];
    return stdout
      .toString('utf8')
      .split('\n')
      .filter((name) => name !== '' && !name.endsWith('/HEAD'));
  } catch {
    return [];
  }
}
