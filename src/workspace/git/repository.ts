import { realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { UserError, usageError } from '../../model/errors.ts';
import { type GitAnswer, type GitSetting, runGit } from './run-git.ts';
import { shellWord } from '../../text/words/shell-word.ts';
import { clip } from '../../text/words/clip.ts';
import { exitCodes } from '../../model/exit-codes.ts';

/** A workspace and the environment of the command: hooks set variables that select the repository and the index. */
export interface GitPlace extends GitSetting {
  /** The workspace's folder; `cwd` is the folder of the command. */
  readonly root: string;
}

export interface Repository {
  readonly setting: GitSetting;
  /** The workspace's folder relative to the top of the working tree, with `/`; empty for the top itself. */
  readonly prefix: string;
}

/** The repository of the workspace. Throws `UserError` if there is none. */
export async function openRepository({ root, cwd, env }: GitPlace): Promise<Repository> {
  // With GIT_DIR, git takes its current folder as the top of the working tree, so it must be that of the command.
  const setting = { cwd: env['GIT_DIR'] === undefined ? root : cwd, env };
  const answer = await runGit(setting, ['rev-parse', '--show-toplevel']);
  if (answer.exitCode !== 0) throw noRepository(answer);
  const top = answer.stdout.toString('utf8').replace(/\n$/, '');
  const below = relative(realpathSync(top), realpathSync(root));
  if (below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) {
    throw usageError('the workspace is not in the git repository that GIT_DIR names');
  }
  return { setting, prefix: below.split(sep).join('/') };
}

/** The output of a git command that must succeed. */
export async function gitOutput(
  { setting }: Repository,
  arguments_: readonly string[],
  input?: string,
): Promise<Buffer> {
  const answer = await runGit(setting, arguments_, input);
  if (answer.exitCode !== 0) throw gitFailed(answer);
  return answer.stdout;
}

/** The last line of git's message, which names the cause. */
export function gitFailed({ stderr }: GitAnswer): UserError {
  if (/promisor|transport '.*' not allowed|lazy fetch/i.test(stderr)) {
    return usageError(
      'this clone does not have all objects, and none is fetched',
      'get them with `git fetch --refetch --no-filter`, or clone without `--filter`',
    );
  }
  return new UserError(exitCodes.disk, `git failed: ${lastLine(stderr)}`);
}

function noRepository({ stderr }: GitAnswer): UserError {
  if (stderr.includes('dubious ownership')) {
    const [, folder = '.'] = /repository at '([^'\n]+)'/.exec(stderr) ?? [];
    return usageError(
      'git refuses this repository, which belongs to another user',
      `if you trust it: \`git config --global --add safe.directory ${shellWord(folder)}\``,
    );
  }
  return /not a git repository/i.test(stderr)
    ? usageError(
        'the workspace is in no git repository',
        '`git init` makes one; without options about git the files are taken as they are',
      )
    : usageError(`git does not know the working tree: ${lastLine(stderr)}`);
}

function lastLine(text: string): string {
  const last = text.trimEnd().split('\n').at(-1) ?? '';
  return clip(last.replace(/^(fatal|error): /, ''), 300);
}
