import { isMatched, startGlobs } from '../../../domain/glob.ts';
import type { GitFile, Io } from '../../../model/io.ts';
import { diskTree } from '../../../workspace/files/file-tree.ts';
import { outerIgnored } from '../../../workspace/files/find-root.ts';
import { policyTestGlob, readPolicyTests } from '../../../workspace/settings/policy-tests.ts';

/** The files of a workspace at the merge base. */
interface BaseFiles {
  readonly commit: string;
  /** By path in the workspace's folder; empty if the commit does not have the folder. */
  readonly files: ReadonlyMap<string, GitFile>;
  /** Number of commits on `ref` since the merge base that touch the workspace. */
  readonly ahead: () => Promise<number>;
  /** Its files of policy tests that the workspace's folder has with other contents or not at all. */
  readonly changedTests: () => readonly string[];
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
    import('../../../workspace/git/resolve-commit.ts'),
    import('../../../workspace/git/read-git-files.ts'),
  ]);
  const place = { root, cwd: io.cwd, env: io.env };
  const repository = await openRepository(place);
  const commit = await mergeBase(repository, ref);
  const files = await readGitFiles(place, { commit });
  return {
    commit,
    files,
    changedTests: () => changedTests(root, files, io.env),
    ahead: () => commitsSince(repository, commit, ref),
    tip: () => readGitFiles(place, { commit: ref }),
  };
}

function changedTests(root: string, files: ReadonlyMap<string, GitFile>, env: Io['env']): readonly string[] {
  const globs = startGlobs([policyTestGlob]).state;
  const there = [...files].filter(([path, { type }]) => type === 'file' && isMatched(globs, path));
  if (there.length === 0) return [];
  const here = new Map(
    readPolicyTests({ tree: diskTree(root), ignored: outerIgnored(root, env) }).files.map(({ source }) => [
      source.path,
      source.text,
    ]),
  );
  return there
    .filter(([path, { bytes }]) => new TextDecoder().decode(bytes()) !== here.get(path))
    .map(([path]) => path)
    .sort();
}
