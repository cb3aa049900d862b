import type { Repository } from './repository.ts';
import { headCommit, isShallow } from './resolve-commit.ts';
import { runGit } from './run-git.ts';

/**
 * The relation of the checkout to a commit that it does not contain: HEAD is `behind` it, or on another line of
 * history, or the clone does not know it. Undefined if HEAD contains it, if both have the same workspace, or if the
 * history that would tell is cut off: a shallow clone knows few commits.
 */
export async function commitRelation(
  repository: Repository,
  commit: string,
): Promise<'behind' | 'apart' | 'unknown' | undefined> {
  const head = await headCommit(repository);
  if (head === undefined || head === commit || !/^[0-9a-f]{40,64}$/.test(commit)) return undefined;
  const ask = (...words: readonly string[]): ReturnType<typeof runGit> => runGit(repository.setting, words);
  const contained = await ask('merge-base', '--is-ancestor', commit, head);
  if (contained.exitCode === 0) return undefined;
  const isCut = await isShallow(repository);
  if (contained.exitCode !== 1) return isCut ? undefined : 'unknown';
  const trees = await ask(
    'rev-parse',
    ...[head, commit].map((revision) => `${revision}:${repository.prefix}`),
  );
  const [ours, theirs] = trees.stdout.toString('latin1').split('\n');
  if (trees.exitCode === 0 && ours === theirs) return undefined;
  const behind = await ask('merge-base', '--is-ancestor', head, commit);
  if (behind.exitCode === 0) return 'behind';
  return isCut ? undefined : 'apart';
}
