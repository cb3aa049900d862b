import { isMatched, startGlobs } from '../../../domain/glob.ts';
import type { GitFile } from '../../../model/git-file.ts';
import type { Io } from '../../../model/io.ts';
import { diskTree } from '../../../workspace/files/file-tree.ts';
import { outerIgnored } from '../../../workspace/files/find-root.ts';
import { policyTestGlob, readPolicyTests } from '../../../workspace/settings/policy-tests.ts';

/** The files of policy tests in a commit that the workspace's folder has with other contents or not at all. */
export function changedTests(
  root: string,
  files: ReadonlyMap<string, GitFile>,
  env: Io['env'],
): readonly string[] {
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
