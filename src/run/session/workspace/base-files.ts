import type { GitFile } from '../../../model/git-file.ts';
import type { Io } from '../../../model/io.ts';

/** The files of a workspace at the merge base. */
export interface BaseFiles {
  readonly commit: string;
  /** By path in the workspace's folder; empty if the commit does not have the folder. */
  readonly files: ReadonlyMap<string, GitFile>;
  /** Number of commits on `ref` since the merge base that touch the workspace. */
  readonly ahead: () => Promise<number>;
  /** The current files of `ref`. */
  readonly tip: () => Promise<ReadonlyMap<string, GitFile>>;
}

/**
 * The merge base of HEAD and `ref`, as forges show a pull request, so that later commits on `ref` do not look like
 * changes here. A `ref` unknown to git is refused.
 */
export async function readBaseFiles(io: Io, root: string, ref: string): Promise<BaseFiles> {
  const [{ openRepository }, { mergeBase, commitsSince }, { readGitFiles }] = await Promise.all([
    import('../../../workspace/git/repository.ts'),
    import('../../../workspace/git/merge-base.ts'),
    import('../../../workspace/git/read-git-files.ts'),
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
