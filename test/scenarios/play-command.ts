import { spawn } from 'node:child_process';
import path from 'node:path';
import { main } from '../../src/main.ts';
import type { Io } from '../../src/model/io.ts';
import type { RunEvent } from '../../src/model/plan/run-event.ts';
import { checkEvents } from './check-events.ts';
import type { ScenarioStep } from './scenario.ts';

export interface Played {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly responses?: readonly string[];
}

interface Where {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

const repository = path.join(import.meta.dirname, '../..');

/** Runs the command of a step: through `main` with a fake Io, or as a process of its own if a file limit is set. */
export async function playCommand(where: Where, step: ScenarioStep, command: string): Promise<Played> {
  const arguments_ = words(command);
  if (step.largestFile !== undefined) return playProcess(where, step.largestFile, arguments_);
  const streams = { stdout: '', stderr: '' };
  const interrupted = new AbortController();
  let asking: Promise<readonly string[]> | undefined;
  const hear = (text: string): void => {
    streams.stdout += text;
    if (step.interrupt === undefined || !streams.stdout.includes(step.interrupt)) return;
    asking ??= ask(streams.stdout, step.requests ?? []).finally(() => interrupted.abort());
  };
  const events: RunEvent[] = [];
  const io = ioFor(where, step, streams, hear, interrupted.signal);
  const exit = await main(arguments_, { ...io, tell: (event) => void events.push(event) });
  // Others tell of no run, only that they wait for a rate limit.
  if (arguments_[0] === 'apply') checkEvents(events, exit);
  // If the awaited words never appeared, the run was not interrupted and must not be recorded as such.
  if (step.interrupt !== undefined && asking === undefined)
    throw new Error(`\`${command}\` never said ${JSON.stringify(step.interrupt)}, so nothing interrupted it`);
  const responses = await asking;
  return {
    exit,
    ...streams,
    ...(responses === undefined || responses.length === 0 ? {} : { responses }),
  };
}

function ioFor(
  { folder, env }: Where,
  { types, unattended, stdin = '', later = 0 }: ScenarioStep,
  streams: { stderr: string },
  hear: (text: string) => void,
  signal: AbortSignal,
): Io {
  const answer = types;
  // By default a person approves every question, and neither question nor answer is recorded.
  const agrees = unattended !== true && env['CI'] === undefined;
  return {
    stdout: hear,
    stderr: (text) => void (streams.stderr += text),
    stdin: () => Promise.resolve(stdin),
    env: { HOME: folder, ...env },
    cwd: folder,
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    columns: 80,
    clock: quickClock(later),
    ...(answer === undefined
      ? { ask: agrees ? () => Promise.resolve('y') : undefined }
      : {
          ask: (question: string) => {
            streams.stderr += `${question}${answer}\n`;
            return Promise.resolve(answer);
          },
        }),
    signal,
  };
}

/** A clock that starts at a fixed time and whose sleeps return at once. */
function quickClock(later: number): Io['clock'] {
  let now = Date.parse('2026-06-01T12:00:00Z') + later * 1000;
  return {
    now: () => new Date(now),
    sleep: (milliseconds) =>
      new Promise((resolve) => {
        const wake = (): void => {
          now += milliseconds;
          resolve();
        };
        setTimeout(wake, Math.min(milliseconds, 5));
      }),
  };
}

/** Sends `GET /endpoints` or `POST /endpoints {…}` to the first URL in a text; returns `200 {…}` of each. */
async function ask(said: string, requests: readonly string[]): Promise<readonly string[]> {
  const url = /http:\/\/\S+/.exec(said)?.[0];
  const responses = [];
  for (const each of requests) {
    const [, method = '', target = '', body] = /^(\S+) (\S+)(?: (.*))?$/.exec(each) ?? [];
    const answered = await fetch(`${url}${target}`, { method, ...(body === undefined ? {} : { body }) });
    responses.push(`${answered.status} ${await answered.text()}`.trimEnd());
  }
  return responses;
}

/** Runs the executable with a file size limit whose signal is ignored, so that writes fail as on a full disk. */
function playProcess(
  { folder, env }: Where,
  largestFile: number,
  arguments_: readonly string[],
): Promise<Played> {
  const script = `trap '' XFSZ; ulimit -f ${largestFile}; exec "$@"`;
  const executable = path.join(repository, 'bin', 'edgewright.js');
  const child = spawn('bash', ['-c', script, 'bash', process.execPath, executable, ...arguments_], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const streams = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (streams.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (streams.stderr += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (exit) => resolve({ exit: exit ?? -1, ...streams }));
  });
}

/** A command split at spaces outside quotes. */
export function words(command: string): readonly string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}
