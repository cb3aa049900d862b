/**
 * The one place that starts git. A repository is data: neither its files nor its configuration may make git run
 * anything. So only plumbing is asked, which knows no pager, no external diff, no text conversion and no filter; what
 * is left that starts a program (hooks, a file system monitor, a transport) is switched off on each command line. A
 * folder of files that looks like a repository is none: its configuration came with the files.
 */
import { execFile, spawnSync } from 'node:child_process';
import { exitCodes, UserError } from '../model/errors.ts';

/** Where git is run, and in whose environment: a hook says in it which index is meant. */
export interface GitSetting {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface GitAnswer {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

const safeArguments = [
  '--no-pager',
  '--no-replace-objects',
  ...[
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    'core.quotePath=false',
    'safe.bareRepository=explicit',
  ].flatMap((each) => ['-c', each]),
];

const mostBytes = 256 * 1024 * 1024;

/** Runs git and gives what it said, whatever it was. Throws `UserError` where there is no git. */
export function runGit(setting: GitSetting, arguments_: readonly string[], input = ''): Promise<GitAnswer> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      'git',
      [...safeArguments, ...arguments_],
      { cwd: setting.cwd, env: quietEnvironment(setting.env), encoding: 'buffer', maxBuffer: mostBytes },
      (error, stdout, stderr) => {
        if (error !== null && typeof error.code !== 'number') reject(notRun(error));
        else resolve({ exitCode: Number(error?.code ?? 0), stdout, stderr: stderr.toString('utf8') });
      },
    );
    // A git that ends early closes its input.
    child.stdin?.on('error', () => undefined).end(input);
  });
}

/** The same at once, at most so many bytes of it. */
export function runGitNow(
  setting: GitSetting,
  arguments_: readonly string[],
  { input, maxBuffer }: { readonly input: string; readonly maxBuffer: number },
): GitAnswer {
  const env = quietEnvironment(setting.env);
  const answer = spawnSync('git', [...safeArguments, ...arguments_], {
    cwd: setting.cwd,
    env,
    input,
    maxBuffer,
  });
  const { error, status, stdout, stderr } = answer;
  const isCut = (error as NodeJS.ErrnoException | undefined)?.code === 'ENOBUFS';
  if (error !== undefined && !isCut) throw notRun(error);
  return { exitCode: isCut ? 0 : (status ?? 1), stdout, stderr: stderr.toString('utf8') };
}

/** No prompt, no lock, and no transport: an object that is not here is not fetched. */
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

function notRun(cause: Error): UserError {
  const { code } = cause as NodeJS.ErrnoException;
  return code === 'ENOENT'
    ? new UserError(exitCodes.usage, 'git is needed for this, and is not installed', { cause })
    : new UserError(exitCodes.disk, `git cannot be run: ${code ?? cause.message}`, { cause });
}
