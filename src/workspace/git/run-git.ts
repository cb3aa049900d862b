/**
 * Starts git (for a remote, `remote-git.ts` does). Neither the files nor the configuration of a repository may make git
 * run other programs. So only plumbing commands are used, which have no pager, external diff, text conversion or
 * filters; other features that start programs (hooks, a file system monitor, a transport) are disabled on each command
 * line. Bare repositories inside the working tree are not accepted, because their configuration comes with the files.
 */
import { errorCode } from '../../text/system/system-errors.ts';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { platform } from 'node:os';
import path from 'node:path';
import { UserError } from '../../model/errors.ts';
import { exitCodes } from '../../model/exit-codes.ts';

/** The folder and environment of a git command: hooks select the index in the environment. */
export interface GitSetting {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface GitAnswer {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export const safeArguments = [
  '--no-pager',
  '--no-replace-objects',
  ...[
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    'core.quotePath=false',
    'safe.bareRepository=explicit',
  ].flatMap((setting) => ['-c', setting]),
];

/** A longer answer is an error. */
export const mostAnswerBytes = 256 * 1024 * 1024;

/** Runs git and returns its result, even a failure. Throws `UserError` if git is not installed. */
export function runGit(setting: GitSetting, arguments_: readonly string[], input = ''): Promise<GitAnswer> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      gitProgram(setting.env),
      [...safeArguments, ...arguments_],
      {
        cwd: setting.cwd,
        env: quietEnvironment(setting.env),
        encoding: 'buffer',
        maxBuffer: mostAnswerBytes,
      },
      (error, stdout, stderr) => {
        if (error !== null && typeof error.code !== 'number') reject(notRun(error));
        else resolve({ exitCode: Number(error?.code ?? 0), stdout, stderr: stderr.toString('utf8') });
      },
    );
    // A git process that ends early closes its input.
    child.stdin?.on('error', () => undefined).end(input);
  });
}

/** Runs git synchronously, with at most `maxBuffer` bytes of output. */
export function runGitNow(
  setting: GitSetting,
  arguments_: readonly string[],
  { input, maxBuffer }: { readonly input: string; readonly maxBuffer: number },
): GitAnswer {
  const env = quietEnvironment(setting.env);
  const answer = spawnSync(gitProgram(setting.env), [...safeArguments, ...arguments_], {
    cwd: setting.cwd,
    env,
    input,
    maxBuffer,
  });
  const { error, status, stdout, stderr } = answer;
  const isCut = error !== undefined && 'code' in error && error.code === 'ENOBUFS';
  if (error !== undefined && !isCut) throw notRun(error);
  return { exitCode: isCut ? 0 : (status ?? 1), stdout, stderr: stderr.toString('utf8') };
}

/** No prompts, no locks, and no transports, so that missing objects are not fetched. */
function quietEnvironment(env: GitSetting['env']): NodeJS.ProcessEnv {
  return {
    ...env,
    LC_ALL: 'C',
    GIT_ALLOW_PROTOCOL: '',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
  };
}

/** The error for a git that cannot be started. */
export function notRun(cause: Error): UserError {
  const code = errorCode(cause, cause.message);
  return code === 'ENOENT'
    ? new UserError(exitCodes.usage, 'git is needed for this, and is not installed', { cause })
    : new UserError(exitCodes.disk, `git cannot be run: ${code}`, { cause });
}

interface System {
  readonly system?: NodeJS.Platform;
  readonly isThere?: (file: string) => boolean;
}

/**
 * The program to start as git. Windows looks for a bare name in the current folder first, and that is the folder of the
 * repository: there it is looked up in the absolute folders of the PATH.
 */
export function gitProgram(
  env: Readonly<Record<string, string | undefined>>,
  { system = platform(), isThere = existsSync }: System = {},
): string {
  if (system !== 'win32') return 'git';
  const folders = (env['PATH'] ?? env['Path'] ?? '')
    .split(';')
    .filter((folder) => path.win32.isAbsolute(folder));
  const found = folders.map((folder) => path.win32.join(folder, 'git.exe')).find(isThere);
  // A name that no folder has: the error says that git is not installed.
  return found ?? 'git-is-not-in-the-path.exe';
}
