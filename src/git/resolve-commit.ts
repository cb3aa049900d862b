import { exitCodes, UserError } from '../model/errors.ts';
import { gitOutput, type Repository } from './repository.ts';
import { runGit } from './run-git.ts';

/** The full name of the commit that a reference means. Throws `UserError` for one that git does not know. */
export async function resolveCommit(repository: Repository, reference: string): Promise<string> {
  // Git would take it for an option, or for two references.
  if (!/^[^-\0-\x20\x7f][^\0-\x20\x7f]*$/.test(reference)) {
    throw new UserError(exitCodes.usage, `\`${reference}\` is no git reference`);
  }
  const answer = await runGit(repository.setting, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${reference}^{commit}`,
  ]);
  const commit = answer.stdout.toString('utf8').trim();
  if (answer.exitCode === 0 && /^[0-9a-f]{40,64}$/.test(commit)) return commit;
  throw new UserError(exitCodes.usage, `git knows no commit \`${reference}\``, {
    help: fetchHelp(reference),
  });
}

/** The last commit; undefined before the first. */
export async function headCommit(repository: Repository): Promise<string | undefined> {
  const answer = await runGit(repository.setting, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  return answer.exitCode === 0 ? answer.stdout.toString('utf8').trim() : undefined;
}

/** Where two histories part: what a branch changed is judged against it. Throws `UserError` where they never met. */
export async function mergeBase(repository: Repository, reference: string): Promise<string> {
  const [theirs, ours] = [
    await resolveCommit(repository, reference),
    await resolveCommit(repository, 'HEAD'),
  ];
  const answer = await runGit(repository.setting, ['merge-base', theirs, ours]);
  if (answer.exitCode === 0) return answer.stdout.toString('utf8').trim();
  const shallow = await gitOutput(repository, ['rev-parse', '--is-shallow-repository']);
  const isShallow = shallow.toString('utf8').trim() === 'true';
  throw new UserError(exitCodes.usage, `\`${reference}\` and HEAD have no commit in common`, {
    help: isShallow
      ? 'this clone is shallow: `git fetch --unshallow`; in a GitHub workflow, `fetch-depth: 0` of actions/checkout'
      : 'name a branch that this one was started from',
  });
}

function fetchHelp(reference: string): string {
  const [remote, ...branch] = reference.split('/');
  return branch.length > 0 && /^[\w./-]+$/.test(reference)
    ? `fetch it: git fetch ${remote} ${branch.join('/')}`
    : /^\w[\w.-]*$/.test(reference)
      ? `fetch it: git fetch origin ${reference}; or write origin/${reference}`
      : 'see `git log`';
}
