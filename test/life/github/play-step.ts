import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram } from '../run-program.ts';
import { interpolate, type Contexts } from './expressions.ts';
import type { Hub, HubEvent } from './hub.ts';
import { playAction } from './play-action.ts';
import type { WorkflowStep } from './workflow.ts';

export interface Runner {
  readonly hub: Hub;
  readonly event: HubEvent;
  /** Of this job: event file, files of commands, checkout. */
  readonly folder: string;
  readonly workspace: string;
  readonly eventPath: string;
  readonly token: string;
  readonly github: Readonly<Record<string, unknown>>;
}

export interface StepEnd {
  readonly exit: number;
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** What it wrote to `$GITHUB_ENV`. */
  readonly exported: Readonly<Record<string, string>>;
}

interface Play {
  readonly contexts: Contexts;
  readonly env: Readonly<Record<string, string>>;
  readonly index: number;
}

/** Plays one step, with the files and variables that a runner gives to it. */
export async function playStep(
  runner: Runner,
  step: WorkflowStep,
  { contexts, env, index }: Play,
): Promise<StepEnd> {
  const files = commandFiles(runner.folder, index);
  const all = { ...runnerEnv(runner), ...env, ...files };
  const inputs = Object.fromEntries(
    Object.entries(step.with ?? {}).map(([name, value]) => [name, interpolate(String(value), contexts)]),
  );
  const cwd = path.join(runner.workspace, interpolate(step['working-directory'] ?? '.', contexts));
  const ended =
    step.uses === undefined
      ? await runShell(runner, interpolate(step.run ?? '', contexts), {
          cwd,
          env: all,
          shell: step.shell,
          index,
        })
      : await playAction(runner, step.uses, { inputs, env: all, contexts });
  return {
    ...ended,
    summary: readIfThere(files.GITHUB_STEP_SUMMARY),
    outputs: { ...keyValues(readIfThere(files.GITHUB_OUTPUT)), ...ended.outputs },
    exported: keyValues(readIfThere(files.GITHUB_ENV)),
  };
}

function commandFiles(folder: string, index: number) {
  const at = path.join(folder, `step-${index}`);
  mkdirSync(at, { recursive: true });
  const files = {
    GITHUB_OUTPUT: path.join(at, 'output'),
    GITHUB_ENV: path.join(at, 'env'),
    GITHUB_PATH: path.join(at, 'path'),
    GITHUB_STEP_SUMMARY: path.join(at, 'summary.md'),
  };
  for (const file of Object.values(files)) writeFileSync(file, '');
  return files;
}

/** The variables of every step; `github.x_y` is `GITHUB_X_Y`. */
function runnerEnv({ github, folder, eventPath }: Runner): Readonly<Record<string, string>> {
  const named = Object.entries(github)
    .filter(([name]) => name !== 'event' && name !== 'token')
    .map(([name, value]): [string, string] => [`GITHUB_${name.toUpperCase()}`, String(value)]);
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_PATH: eventPath,
    RUNNER_TEMP: folder,
    RUNNER_OS: 'Linux',
    GIT_CONFIG_NOSYSTEM: '1',
    ...Object.fromEntries(named),
  };
}

interface Shell {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly shell: string | undefined;
  readonly index: number;
}

async function runShell(
  { folder }: Runner,
  script: string,
  { cwd, env, shell, index }: Shell,
): Promise<Pick<StepEnd, 'exit' | 'log' | 'outputs'>> {
  const file = path.join(folder, `step-${index}`, 'script.sh');
  writeFileSync(file, script);
  // Without `shell: bash` a failure in a pipe does not end the step.
  const words = shell === 'bash' ? ['--noprofile', '--norc', '-eo', 'pipefail', file] : ['-e', file];
  return { ...(await runProgram('bash', words, { cwd, env })), outputs: {} };
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** `name=value`, or `name<<DELIMITER`, lines, `DELIMITER`. */
function keyValues(text: string): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [, long, delimiter] = /^([^=<]+)<<(.+)$/.exec(line) ?? [];
    if (long !== undefined && delimiter !== undefined) {
      const end = lines.indexOf(delimiter, at + 1);
      if (end < 0) throw new Error(`no line ${delimiter} ends the value of ${long}`);
      values[long] = lines.slice(at + 1, end).join('\n');
      at = end;
    } else if (line.includes('='))
      values[line.slice(0, line.indexOf('='))] = line.slice(line.indexOf('=') + 1);
    else if (line !== '') throw new Error(`\`${line}\` is not a line of a file of commands`);
  }
  return values;
}
