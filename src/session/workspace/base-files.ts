import type { GitFile } from '../../model/git-file.ts';
import type { Io } from '../../model/io.ts';

/** The files of a workspace as of where the work on it began. */
export interface BaseFiles {
  readonly commit: string;
  /** By path from the workspace's folder; none where the commit does not have the folder. */
  readonly files: ReadonlyMap<string, GitFile>;
  /** How many commits that touch the workspace `ref` has got since. */
  readonly ahead: () => Promise<number>;
  /** The files as `ref` has them now. */
  readonly tip: () => Promise<ReadonlyMap<string, GitFile>>;
}

/**
 * The commit that HEAD and `ref` have in common, as forges show a pull request, so that what `ref` got since is not
 * taken for something that was changed here. A `ref` that git does not know is refused.
 */
export async function readBaseFiles(io: Io, root: string, ref: string): Promise<BaseFiles> {
  const [{ openRepository }, { mergeBase, commitsSince }, { readGitFiles }] = await Promise.all([
    import('../../git/repository.ts'),
    import('../../git/merge-base.ts'),
    import('../../git/read-git-files.ts'),
  ]);
  const place = { root, cwd: io.cwd, env: io.env };
  const repository = await openRepository(place);
  const commit = await mergeBase(repository, ref);
  const files = await readGitFiles(place, { commit });
  return {
    commit,
    files,
    ahead: () => commitsSince(repository, commit, ref),
    tip: () => readGitFiles(place, { commit: ref }),
  };
}
