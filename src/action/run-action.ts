import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { exitCodes, UserError } from '../model/errors.ts';
import { repositoryFolder } from '../session/workspace/repository-folder.ts';
import { findRoot } from '../workspace/files/find-root.ts';
import { commandEnv, refuseEmptyToken } from './command-env.ts';
import { commandWords, commentWords, type ResultFiles } from './command-words.ts';
import type { OutputName } from './inputs.ts';
import { maskSecrets } from './mask-secrets.ts';
import { readInputs, type Inputs } from './read-inputs.ts';
import { resultsOf } from './results.ts';
import { writeRoutes } from './routes.ts';
import type { Runner, StepCommand } from './runner.ts';
import { writeOutputs } from './write-outputs.ts';
import { workflowCommand } from './workflow-command.ts';

/** A step of a workflow: its inputs to one command, and what that says to the outputs. Returns the exit code. */
export async function runAction(runner: Runner): Promise<number> {
  maskSecrets(runner);
  try {
    return await runStep(runner);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { message, help, exitCode } = error;
    runner.stdout(workflowCommand('error', help === undefined ? message : `${message}; ${help}`));
    writeOutputs(runner, { 'exit-code': String(exitCode) });
    return exitCode;
  }
}

async function runStep(runner: Runner): Promise<number> {
  const inputs = readInputs(runner);
  const passing = passingCodes(inputs);
  const env = commandEnv(runner, inputs);
  refuseEmptyToken(env, inputs);
  const cwd = workingFolder(runner, inputs);
  const folder = resultFolder(runner, cwd);
  const step: StepCommand = {
    folder,
    run: (words, output = 'printed') => runner.run(words, { cwd, env, output }),
  };
  const { GITHUB_STEP_SUMMARY: page = '' } = runner.env;
  const files: ResultFiles = {
    json: path.join(folder, 'result.json'),
    summary: page === '' ? undefined : page,
  };
  const words = commandWords(inputs, files);
  if (inputs.mode === 'comment') return onlyComment(runner, await commented(step, words));
  const { exitCode } = await step.run(words);
  const results = resultsOf(inputs.mode, files.json);
  const more = await afterwards(inputs, step, { files, cwd, isPlanned: results['plan-path'] !== undefined });
  writeOutputs(runner, { ...results, ...more.outputs, 'exit-code': String(exitCode) });
  if (exitCode !== 0 && passing.has(exitCode)) {
    runner.stdout(
      workflowCommand('warning', `edgewright ${inputs.mode} exited ${exitCode}; pass-on lets the step pass`),
    );
    return more.exitCode;
  }
  return exitCode === exitCodes.ok ? more.exitCode : exitCode;
}

function onlyComment(runner: Runner, { outputs, exitCode }: Afterwards): number {
  writeOutputs(runner, { ...outputs, 'exit-code': String(exitCode) });
  return exitCode;
}

interface Afterwards {
  readonly outputs: Partial<Record<OutputName, string>>;
  readonly exitCode: number;
}

interface Done {
  readonly files: ResultFiles;
  readonly cwd: string;
  readonly isPlanned: boolean;
}

/** The comment after a plan, the routes after an apply; also after one that failed. */
async function afterwards(
  inputs: Inputs,
  step: StepCommand,
  { files, cwd, isPlanned }: Done,
): Promise<Afterwards> {
  if (inputs.mode === 'plan' && inputs.isOn('comment') && isPlanned) {
    const folder = repositoryFolder(findRoot(path.resolve(cwd, inputs.text('workspace') ?? '.')));
    return commented(step, commentWords(inputs, { folder, file: ['--', files.json] }));
  }
  if (inputs.mode === 'apply') return { outputs: await writeRoutes(inputs, step, files.json), exitCode: 0 };
  return { outputs: {}, exitCode: 0 };
}

/** Posts the comment, and reads its address from the line that the command prints. */
async function commented(step: StepCommand, words: readonly string[]): Promise<Afterwards> {
  const { exitCode, stdout } = await step.run(words, 'shown');
  const [, url] = /^Comment (?:created|updated|is up to date): (https?:\/\/\S+)$/m.exec(stdout) ?? [];
  const outputs = url === undefined ? {} : { 'comment-url': url };
  return { outputs, exitCode: verdicts.has(exitCode) ? exitCodes.ok : exitCode };
}

/** The exit codes of `comment` that repeat those of its plan: the comment is posted. */
const verdicts: ReadonlySet<number> = new Set([exitCodes.changes, exitCodes.unknown, exitCodes.gate]);

/** The exit codes of `pass-on`. Those of a wrong command or a bug cannot be among them. */
function passingCodes(inputs: Inputs): ReadonlySet<number> {
  const words = (inputs.text('pass-on') ?? '').split(/[\s,]+/).filter((word) => word !== '');
  const allowed = Object.values(exitCodes).filter((code) => code !== 0 && code < exitCodes.usage);
  for (const word of words) {
    if (allowed.some((code) => String(code) === word)) continue;
    throw new UserError(
      exitCodes.usage,
      `the input \`pass-on\` expects exit codes of ${allowed.join(', ')}, found \`${word}\``,
    );
  }
  return new Set(words.map(Number));
}

function workingFolder({ cwd }: Runner, inputs: Inputs): string {
  const folder = path.resolve(cwd, inputs.text('working-directory') ?? '.');
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new UserError(
    exitCodes.usage,
    `the input \`working-directory\` names \`${inputs.text('working-directory') ?? ''}\`, which is not a folder`,
  );
}

/** A new folder beside the checkout, which the runner empties after the job. */
function resultFolder({ env, random }: Runner, cwd: string): string {
  const folder = path.join(env['RUNNER_TEMP'] ?? cwd, `edgewright-${random(8)}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
