import { exitCodes, UserError } from '../model/errors.ts';
import { fetchHelp } from './fetch-help.ts';
import type { Repository } from './repository.ts';
import { runGit } from './run-git.ts';

/** The full name of a referenced commit. Throws `UserError` if git does not know it. */
export async function resolveCommit(repository: Repository, reference: string): Promise<string> {
  // Git would read such a text as an option or as several references.
  if (!/^[^-\0-\x20\x7f][^\0-\x20\x7f]*$/.test(reference)) {
    throw new UserError(exitCodes.usage, `\`${reference}\` is not a git reference`);
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
    help: await fetchHelp(repository, reference),
  });
}

/** The commit of HEAD; undefined before the first commit. */
export async function headCommit(repository: Repository): Promise<string | undefined> {
  const answer = await runGit(repository.setting, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  return answer.exitCode === 0 ? answer.stdout.toString('utf8').trim() : undefined;
}
