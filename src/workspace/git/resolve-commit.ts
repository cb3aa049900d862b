import { UserError, usageError } from '../../model/errors.ts';
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
  return usageError(
    message,
    isCut
      ? 'get the history with `git fetch --unshallow`; or, in a GitHub workflow, `fetch-depth: 0` of actions/checkout'
      : 'name a branch that this one was started from',
  );
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

/** The full name of a referenced commit. Throws `UserError` if git does not know it. */
export async function resolveCommit(repository: Repository, reference: string): Promise<string> {
  // Git would read such a text as an option or as several references.
  if (!/^[^-\0-\x20\x7f][^\0-\x20\x7f]*$/.test(reference)) {
    throw usageError(`\`${reference}\` is not a git reference`);
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
  throw usageError(`git knows no commit \`${reference}\``, await fetchHelp(repository, reference));
}

/** The commit of HEAD; undefined before the first commit. */
export async function headCommit(repository: Repository): Promise<string | undefined> {
  const answer = await runGit(repository.setting, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  return answer.exitCode === 0 ? answer.stdout.toString('utf8').trim() : undefined;
}

/**
 * The exact command that fetches a commit unknown to git. A clone with `--depth` tracks one branch only, so that `git
 * fetch origin main` would not create `origin/main`: the command names the target as well.
 */
async function fetchHelp(repository: Repository, reference: string): Promise<string> {
  const fetch = (await isShallow(repository)) ? 'git fetch --unshallow' : 'git fetch';
  const remotes = await remotesOf(repository);
  const [first = '', ...rest] = reference.split('/');
  const isOfRemote = rest.length > 0 && remotes.includes(first);
  const remote = isOfRemote ? first : remotes.includes('origin') ? 'origin' : remotes[0];
  const name = isOfRemote ? rest.join('/') : reference;
  if (remote === undefined || !/^\w[\w./-]*$/.test(name) || /^HEAD\b/.test(name)) {
    return fetch === 'git fetch' ? 'see `git log`' : `this clone is shallow: \`${fetch}\``;
  }
  if (/^[0-9a-f]{7,64}$/.test(name)) {
    return name.length >= 40 ? `fetch it: \`${fetch} ${remote} ${name}\`` : 'write all of it; see `git log`';
  }
  const command = `${fetch} ${remote} +refs/heads/${name}:refs/remotes/${remote}/${name}`;
  return isOfRemote
    ? `fetch it: \`${command}\``
    : `fetch it: \`${command}\`, and write \`${remote}/${name}\``;
}

/** Whether the clone is shallow. */
export async function isShallow({ setting }: Repository): Promise<boolean> {
  const { stdout } = await runGit(setting, ['rev-parse', '--is-shallow-repository']);
  return stdout.toString('utf8').trim() === 'true';
}

/** The names of remotes that need no quoting. */
async function remotesOf({ setting }: Repository): Promise<readonly string[]> {
  const keys = await runGit(setting, [
    'config',
    '--name-only',
    '--get-regexp',
    String.raw`^remote\..*\.url$`,
  ]);
  const names = keys.stdout
    .toString('utf8')
    .split('\n')
    .flatMap((key) => /^remote\.([A-Za-z0-9][\w.-]*)\.url$/.exec(key)?.[1] ?? []);
  return [...new Set(names)];
}
