import type { main as Main } from '../../../src/main.ts';
import { spawn } from 'node:child_process';
import path from 'node:path';

export interface Ran {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one command line: the only interface that a history uses. */
export type FrontDoor = (
  argv: readonly string[],
  where: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
) => Promise<Ran>;

/** `main` of the sources or of a bundle, with a fake Io whose clock does not wait. */
export function inProcess(main: typeof Main): FrontDoor {
  let now = Date.parse('2026-06-01T12:00:00Z');
  const clock = {
    now: () => new Date(now),
    sleep: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        setTimeout(
          () => {
            now += milliseconds;
            resolve();
          },
          Math.min(milliseconds, 1),
        );
      }),
  };
  return async (argv, { cwd, env }) => {
    now += 60_000;
    const streams = { stdout: '', stderr: '' };
    const io = {
      stdout: (text: string) => void (streams.stdout += text),
      stderr: (text: string) => void (streams.stderr += text),
      stdin: () => Promise.resolve(''),
      env,
      cwd,
      stdoutIsTerminal: false,
      stderrIsTerminal: false,
      columns: 80,
      clock,
      signal: new AbortController().signal,
    };
    return { exit: await main(argv, io), ...streams };
  };
}

/** The shipped executable, as a process of its own. */
export const shipped: FrontDoor = (argv, { cwd, env }) => {
  const executable = path.join(import.meta.dirname, '../../../bin/edgewright.js');
  const child = spawn(process.execPath, [executable, ...argv], {
    cwd,
    env: { PATH: '/usr/bin:/bin', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const streams = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (streams.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (streams.stderr += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (exit) => resolve({ exit: exit ?? -1, ...streams }));
  });
};
