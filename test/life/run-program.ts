import { spawn } from 'node:child_process';

interface Where {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs a program without a terminal; its two streams are one log, in the order of writing. */
export function runProgram(
  program: string,
  words: readonly string[],
  { cwd, env }: Where,
): Promise<{ readonly exit: number; readonly log: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let log = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => void (log += text));
    child.on('error', reject).on('close', (exit) => resolve({ exit: exit ?? -1, log }));
  });
}
