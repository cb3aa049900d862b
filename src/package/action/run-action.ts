import { errorCode } from '../../text/system/system-errors.ts';
import { appendFileSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { commandWords, commentWords, type ResultFiles } from './command-words.ts';
import type { OutputName } from './inputs.ts';
import { readInputs, type Inputs } from './read-inputs.ts';
import { resultsOf, writeRoutes } from './results.ts';
import type { Runner, StepCommand } from './runner.ts';
import { UserError, usageError } from '../../model/errors.ts';
import { isSecretVariable } from '../../derive/secrets/secret-patterns.ts';
import { escapedForRunner, inert } from '../../report/text/inert.ts';
import { repositoryFolder } from '../../workspace/git/repository-folder.ts';
import { findRoot } from '../../workspace/files/find-root.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { exitCodes } from '../../model/exit-codes.ts';

/**
 * Variables that the runner hides beside those that each command knows: inputs, values with a secret in them, tokens of
 * other tools.
 */
const alsoHidden =
  /^(?:INPUT_(?:TOKEN|API-TOKEN|PLAN-KEY)|EDGEWRIGHT_(?:POSTGRES_URL|API_HEADERS)|[A-Z_]*_TOKEN)$/;

/** The fewest characters that are masked: shorter values would make a log unreadable. */
const shortest = 4;

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

interface ActionResult {
  readonly files: ResultFiles;
  readonly cwd: string;
  readonly isPlanned: boolean;
}

/** The comment after a plan, the routes after an apply; also after one that failed. */
async function afterwards(
  inputs: Inputs,
  step: StepCommand,
  { files, cwd, isPlanned }: ActionResult,
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
  const outputs = withoutUndefined({ 'comment-url': url });
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
    throw usageError(`the input \`pass-on\` expects exit codes of ${allowed.join(', ')}, found \`${word}\``);
  }
  return new Set(words.map(Number));
}

function workingFolder({ cwd }: Runner, inputs: Inputs): string {
  const folder = path.resolve(cwd, inputs.text('working-directory') ?? '.');
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw usageError(
    `the input \`working-directory\` names \`${inputs.text('working-directory') ?? ''}\`, which is not a folder`,
  );
}

/** A new folder beside the checkout, which the runner empties after the job. */
function resultFolder({ env, random }: Runner, cwd: string): string {
  const folder = path.join(env['RUNNER_TEMP'] ?? cwd, `edgewright-${random(8)}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Writes the outputs of the step. The delimiter is random, so that no value can end it and set another output. */
function writeOutputs({ env, random }: Runner, outputs: Readonly<Partial<Record<OutputName, string>>>): void {
  const { GITHUB_OUTPUT: file = '' } = env;
  if (file === '') return;
  const lines = Object.entries(outputs).map(([name, value]) => {
    const end = `edgewright-${random(16)}`;
    return `${name}<<${end}\n${value}\n${end}\n`;
  });
  append(file, lines.join(''));
}

function append(file: string, text: string): void {
  try {
    appendFileSync(file, text);
  } catch (error) {
    const code = errorCode(error, 'unknown error');
    throw new UserError(exitCodes.disk, `cannot write \`${file}\`: ${code}`, { cause: error });
  }
}

/**
 * The first lines of the step: the runner hides these values in all that follows, each line of a long one by itself.
 */
function maskSecrets({ env, stdout }: Runner): void {
  const isHidden = (name: string): boolean => isSecretVariable(name) || alsoHidden.test(name);
  const values = Object.entries(env).flatMap(([name, value = '']) => (isHidden(name) ? [value] : []));
  const lines = values.flatMap((value) => [...value.split(/\r?\n/), ...partsOf(value)]);
  for (const line of new Set(lines.map((candidate) => candidate.trim())))
    if (line.length >= shortest) stdout(workflowCommand('add-mask', line));
}

/** The values of `name: value` lines, and the password of a URL. */
function partsOf(value: string): readonly string[] {
  const [, password] = /^[a-z]+:\/\/[^/@]*:([^/@]+)@/.exec(value) ?? [];
  return [
    ...(password === undefined ? [] : [password]),
    ...[...value.matchAll(/^[\w-]+: (.+)$/gm)].map(([, part = '']) => part),
  ];
}

/** A line that the runner executes; the message cannot end it or start another one. */
function workflowCommand(name: 'add-mask' | 'error' | 'warning', message: string): string {
  return `::${name}::${escapedForRunner(name === 'add-mask' ? message : inert(message))}\n`;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** The variables of the command: those of the step without its inputs, and the inputs that are variables. */
function commandEnv({ env, stdout }: Pick<Runner, 'env' | 'stdout'>, inputs: Inputs): Variables {
  const variables = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('INPUT_')));
  const token = inputs.text('token');
  return {
    ...variables,
    ...named('EDGEWRIGHT_API_URL', inputs.text('api-url')),
    ...named('EDGEWRIGHT_API_TOKEN', inputs.text('api-token')),
    ...named('EDGEWRIGHT_PLAN_KEY', inputs.text('plan-key')),
    ...(token === undefined ? {} : { GITHUB_TOKEN: token, ...gitAccess(env, token, stdout) }),
  };
}

function named(name: string, value: string | undefined): Variables {
  return value === undefined ? {} : { [name]: value };
}

/**
 * Lets git reach the repository with the token of the job, for the branch of the ledger, without the token in a file:
 * `actions/checkout` has `persist-credentials: false`. The empty value drops a header that a checkout has left.
 */
function gitAccess(env: Variables, token: string, stdout: Runner['stdout']): Variables {
  const { GITHUB_SERVER_URL: server = 'https://github.com', GIT_CONFIG_COUNT: before = '0' } = env;
  const header = Buffer.from(`x-access-token:${token}`).toString('base64');
  stdout(`::add-mask::${header}\n`);
  const first = Number(before);
  const key = `http.${server}/.extraheader`;
  return {
    GIT_CONFIG_COUNT: String(first + 2),
    [`GIT_CONFIG_KEY_${first}`]: key,
    [`GIT_CONFIG_VALUE_${first}`]: '',
    [`GIT_CONFIG_KEY_${first + 1}`]: key,
    [`GIT_CONFIG_VALUE_${first + 1}`]: `AUTHORIZATION: basic ${header}`,
  };
}

/**
 * A secret that is not set is an empty variable; a request without a credential could read a different account. Only
 * the command knows which environments a run without the input `environment` has: it refuses those without a
 * credential.
 */
export function refuseEmptyToken(env: Variables, inputs: Inputs): void {
  if (['lint', 'test', 'comment'].includes(inputs.mode)) return;
  if (inputs.mode === 'plan' && inputs.text('snapshot') !== undefined) return;
  const isGiven = (name: string): boolean => (env[name] ?? '').trim() !== '';
  if (['EDGEWRIGHT_API_TOKEN', 'EDGEWRIGHT_API_TOKEN_FILE', 'EDGEWRIGHT_PROFILE'].some(isGiven)) return;
  const environments = inputs.lines('environment').map((name) => name.toUpperCase().replaceAll('-', '_'));
  if (environments.length === 0) {
    if (Object.keys(env).some((name) => name.startsWith('EDGEWRIGHT_API_TOKEN_') && isGiven(name))) return;
  } else if (environments.every((name) => isGiven(`EDGEWRIGHT_API_TOKEN_${name}`))) return;
  throw new UserError(exitCodes.credential, 'EDGEWRIGHT_API_TOKEN is empty, so nothing was sent', {
    help: 'set the secret in the environment of this job; pull requests of forks and of Dependabot get no secret, and are planned from a snapshot',
  });
}
