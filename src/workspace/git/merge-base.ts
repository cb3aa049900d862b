import { exitCodes, UserError } from '../../model/errors.ts';
import { isShallow, resolveCommit } from './resolve-commit.ts';
import { gitOutput, type Repository } from './repository.ts';
import { runGit } from './run-git.ts';

/** The merge base of HEAD and a reference. Throws `UserError` if there is none. */
export async function mergeBase(repository: Repository, reference: string): Promise<string> {
  const theirs = await resolveCommit(repository, reference);
  const ours = await resolveCommit(repository, 'HEAD');
  const answer = await runGit(repository.setting, ['merge-base', theirs, ours]);
  const commit = answer.exitCode === 0 ? answer.stdout.toString('utf8').trim() : undefined;
  if (commit === undefined || !(await isSure(repository, { theirs, ours, commit }))) {
    throw await neverMet(repository, reference);
  }
  return commit;
}

/**
 * In a shallow clone, git may find an older common commit than the true merge base. The result is certain if it is one
 * of the two commits, or if no history outside of its own is cut off.
 */
async function isSure(
  repository: Repository,
  { theirs, ours, commit }: { readonly theirs: string; readonly ours: string; readonly commit: string },
): Promise<boolean> {
  if (commit === theirs || commit === ours || !(await isShallow(repository))) return true;
  const ends = await gitOutput(repository, ['rev-list', '--max-parents=0', theirs, ours, `^${commit}`]);
  const oids = ends
    .toString('latin1')
    .split('\n')
    .filter((oid) => oid !== '');
  for (const oid of oids) {
    const object = await gitOutput(repository, ['cat-file', 'commit', oid]);
    if (/^parent /m.test(object.toString('latin1').split('\n\n')[0] ?? '')) return false;
  }
  return true;
}

async function neverMet(repository: Repository, reference: string): Promise<UserError> {
  const isCut = await isShallow(repository);
  const message = isCut
    ? `this clone is too shallow to know where HEAD left \`${reference}\``
    : `\`${reference}\` and HEAD have no commit in common`;
  return new UserError(exitCodes.usage, message, {
    help: isCut
      ? 'get the history with `git fetch --unshallow`; or, in a GitHub workflow, `fetch-depth: 0` of actions/checkout'
      : 'name a branch that this one was started from',
  });
}

/** The number of commits on `reference` since `commit` that touch the workspace's folder. */
export async function commitsSince(
  repository: Repository,
  commit: string,
  reference: string,
): Promise<number> {
  const until = await resolveCommit(repository, reference);
  if (commit === until) return 0;
  const where = repository.prefix === '' ? [] : ['--', `:(top,literal)${repository.prefix}`];
  const count = await gitOutput(repository, ['rev-list', '--count', until, `^${commit}`, ...where]);
  return Number(count.toString('latin1'));
}
