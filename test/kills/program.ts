/** The shipped program: as a process that can be killed, and in this process with a clock that can be ahead. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { shippedMain } from '../bundle/shipped-main.ts';
import path from 'node:path';
import { executable } from '../bundle/shipped.ts';

/** Compiled code for all processes: a new workspace does not compile again. */
const cache = mkdtempSync(path.join(tmpdir(), 'edgewright-kills-cache-'));
process.once('exit', () => rmSync(cache, { recursive: true, force: true }));

export interface Where {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface Said {
  readonly exit: number;
  readonly text: string;
}

function environment(cwd: string, env: Where['env']): Where['env'] {
  return { PATH: process.env['PATH'] ?? '', HOME: cwd, XDG_CACHE_HOME: cache, ...env };
}

/** A process, in a group of its own together with what it starts (git). */
export function startProgram({ cwd, env }: Where, words: readonly string[]): ChildProcess {
  return spawn(process.execPath, [executable, ...words], {
    cwd,
    env: environment(cwd, env),
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore'],
  });
}

/** Ends it at once; its group too, as the end of a container does, or only it, as the kernel without memory does. */
export async function killProgram(child: ChildProcess, isGroup: boolean): Promise<'killed' | 'ended'> {
  const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
  if (ended !== undefined && child.pid !== undefined)
    process.kill(isGroup ? -child.pid : child.pid, 'SIGKILL');
  await ended;
  return child.signalCode === 'SIGKILL' ? 'killed' : 'ended';
}

const clockAhead = path.join(import.meta.dirname, 'clock-ahead.mjs');

/** A process that runs to its end, with a clock that is `ahead` milliseconds ahead. */
export function runProcess(
  where: Where,
  words: readonly string[],
  ahead: { readonly ms: number },
): Promise<Said> {
  return toEnd(where, [process.execPath, '--import', clockAhead, executable, ...words], {
    CLOCK_AHEAD_MS: `${ahead.ms}`,
  });
}

/** The same from a shell, after what limits it: `ulimit -n 30;`. */
export function runShell(where: Where, words: string, limits = ''): Promise<Said> {
  const program = `"${process.execPath}" --import "${clockAhead}" "${executable}"`;
  return toEnd(where, ['/bin/sh', '-c', `${limits} exec ${program} ${words}`], {});
}

async function toEnd({ cwd, env }: Where, command: readonly string[], more: Where['env']): Promise<Said> {
  const [file = '', ...words] = command;
  const child = spawn(file, words, {
    cwd,
    env: { ...environment(cwd, env), ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (text += bytes.toString()));
  const [exit] = (await once(child, 'close')) as [number | null];
  return { exit: exit ?? -1, text };
}

/** A run to its end in this process. Its clock is `ahead` milliseconds ahead, and does not wait. */
export async function runHere(
  { cwd, env }: Where,
  words: readonly string[],
  ahead: { ms: number },
): Promise<Said> {
  let text = '';
  const say = (more: string): void => void (text += more);
  const exit = await shippedMain(words, {
    stdout: say,
    stderr: say,
    stdin: () => Promise.resolve(''),
    env: { PATH: process.env['PATH'], HOME: cwd, ...env },
    cwd,
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    columns: 200,
    clock: {
      now: () => new Date(Date.now() + ahead.ms),
      sleep: async (milliseconds) => {
        const real = Math.min(milliseconds, 10);
        await new Promise((resolve) => setTimeout(resolve, real));
        ahead.ms += milliseconds - real;
      },
    },
    signal: new AbortController().signal,
  });
  return { exit, text };
}
