import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface Where {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs a program without a terminal. Its two streams are one file, so that their lines are in the order of writing. */
export async function runProgram(
  program: string,
  words: readonly string[],
  { cwd, env }: Where,
): Promise<{ readonly exit: number; readonly log: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-log-'));
  const file = path.join(folder, 'log');
  const log = openSync(file, 'a');
  try {
    const exit = await new Promise<number>((resolve, reject) => {
      const child = spawn(program, words, { cwd, env, stdio: ['ignore', log, log] });
      child.on('error', reject).on('close', (code) => resolve(code ?? -1));
    });
    return { exit, log: readFileSync(file, 'utf8') };
  } finally {
    closeSync(log);
    rmSync(folder, { recursive: true, force: true });
  }
}
