import { spawn, type ChildProcess } from 'node:child_process';
// A process group is ended by its number, so this module needs `process`, like the outermost layer.
import { kill } from 'node:process';
import { gitProgram, notRun, safeArguments, type GitAnswer, type GitSetting } from './run-git.ts';

export interface GitTimedAnswer extends GitAnswer {
  /** Whether git was ended because it took too long. Its request may still have been carried out. */
  readonly isTimedOut: boolean;
}

export interface AloneOptions {
  readonly input?: string | Uint8Array | undefined;
  readonly timeoutMs: number;
}

/** How long a program that git left behind, such as a shared SSH connection, may keep the output open. */
const graceMs = 300;

/**
 * Runs git in a process group of its own. So Ctrl-C, which goes to all of the terminal's group, does not cut a push
 * that has begun, nothing can ask at the terminal, and a time limit also ends the programs that git started.
 */
export function runGitAlone(
  { cwd, env }: GitSetting,
  arguments_: readonly string[],
  { input = '', timeoutMs }: AloneOptions,
): Promise<GitTimedAnswer> {
  return new Promise((resolve, reject) => {
    const child = spawn(gitProgram(env), [...safeArguments, ...arguments_], {
      cwd,
      env: { ...env, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' },
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    let isTimedOut = false;
    let exitCode = 1;
    let chunks = 0;
    const end = (): void => {
      clearTimeout(limit);
      resolve({
        exitCode,
        isTimedOut,
        stdout: Buffer.concat(stdout),
        stderr: Buffer.concat(stderr).toString('utf8'),
      });
    };
    const limit = setTimeout(() => {
      isTimedOut = true;
      killGroup(child);
    }, timeoutMs);
    child.stdout.on('data', (bytes: Buffer) => (chunks = stdout.push(bytes)));
    child.stderr.on('data', (bytes: Buffer) => stderr.push(bytes));
    child.on('error', (error) => {
      clearTimeout(limit);
      reject(notRun(error));
    });
    child.on('exit', (code) => {
      exitCode = code ?? 1;
      const leave = (seen: number): void => {
        grace = setTimeout(() => {
          // Output in the pipe is read first, even if this process was busy all the time.
          setImmediate(() => {
            if (chunks !== seen) leave(chunks);
            else for (const stream of [child.stdout, child.stderr]) stream.destroy();
          });
        }, graceMs);
      };
      let grace: NodeJS.Timeout | undefined;
      child.on('close', () => clearTimeout(grace));
      leave(chunks);
    });
    child.on('close', end);
    // A git process that ends early closes its input.
    child.stdin.on('error', () => undefined).end(input);
  });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}
