/**
 * Plays the jobs of a workflow as GitHub would: contexts for `${{ }}`, conditions, `needs`, the matrix, artifacts, and
 * steps in order, each a shell script or an action. Only the actions that our workflows use exist: a checkout is a
 * clone of the remote, artifacts are a folder, and our own is the built entry.
 */
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { workflowFile, type Job, type Step } from '../../commands/init/workflow.ts';
import type { Checkout } from './checkout.ts';
import { evaluate, expand, type Contexts } from './expressions.ts';
import { outputsOf, runStep } from './run-step.ts';

export interface Played {
  readonly result: 'success' | 'failure' | 'skipped';
  /** Everything that the steps printed. */
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
}

export interface Event {
  readonly name: string;
  readonly payload: object;
  /** The commit or branch that is checked out. */
  readonly ref: string;
}

export interface Site {
  readonly checkout: Pick<Checkout, 'runner' | 'env'>;
  /** The folder of the bare repository. */
  readonly remote: string;
  readonly event: Event;
  /** Values of `vars`, and of `secrets` by the name of the environment; a job without one sees none. */
  readonly vars: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** A folder with a folder for each artifact. */
  readonly artifacts: string;
  /** Variables of the runner. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Plays all jobs in the order of the file, each for the first value of its matrix. */
export async function playWorkflow(text: string, site: Site): Promise<ReadonlyMap<string, Played>> {
  const played = new Map<string, Played>();
  for (const [id, job] of workflowFile(text).jobs) played.set(id, await playJob(job, site, played));
  return played;
}

async function playJob(job: Job, site: Site, before: ReadonlyMap<string, Played>): Promise<Played> {
  const matrix = Object.fromEntries(
    Object.entries(job.strategy?.matrix ?? {}).map(([name, values]) => [name, values[0]]),
  );
  const needs = [job.needs ?? []].flat();
  const contexts: Contexts = {
    github: githubOf(site),
    vars: site.vars,
    matrix,
    secrets: {},
    steps: {},
    needs: Object.fromEntries(needs.map((id) => [id, { outputs: before.get(id)?.outputs ?? {} }])),
    failed: needs.some((id) => before.get(id)?.result !== 'success'),
  };
  if (!isRun(job.if, contexts)) return { result: 'skipped', log: '', outputs: {} };
  const environment = expand(typeof job.environment === 'string' ? job.environment : '', contexts);
  const inside = { ...contexts, secrets: site.secrets[environment] ?? {}, failed: false };
  const folder = mkdtempSync(path.join(site.checkout.runner, 'job-'));
  const { log, isFailed, after } = await playSteps(job.steps ?? [], folder, site, inside);
  const outputs = Object.fromEntries(
    Object.entries(job.outputs ?? {}).map(([name, value]) => [name, expand(value, after)]),
  );
  return { result: isFailed ? 'failure' : 'success', log, outputs };
}

async function playSteps(
  all: readonly Step[],
  folder: string,
  site: Site,
  start: Contexts,
): Promise<{ readonly log: string; readonly isFailed: boolean; readonly after: Contexts }> {
  let contexts = start;
  let log = '';
  for (const step of all) {
    if (!isRun(step.if, contexts)) continue;
    const ended = await playStep(step, folder, site, contexts);
    log += ended.log;
    contexts = {
      ...contexts,
      failed: contexts.failed || ended.exitCode !== 0,
      steps:
        step.id === undefined ? contexts.steps : { ...contexts.steps, [step.id]: { outputs: ended.outputs } },
    };
  }
  return { log, isFailed: contexts.failed, after: contexts };
}

/** Without a status function, a condition means `success() && …`. */
function isRun(condition: string | undefined, contexts: Contexts): boolean {
  const text = (condition ?? 'success()').replace(/^\$\{\{ *(.*?) *\}\}$/s, '$1');
  const isOfStatus = /\b(?:always|cancelled|failure|success)\(\)/.test(text);
  return (isOfStatus || !contexts.failed) && Boolean(evaluate(text, contexts));
}

interface StepEnd {
  readonly exitCode: number;
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
}

async function playStep(step: Step, folder: string, site: Site, contexts: Contexts): Promise<StepEnd> {
  const filled = (values: Readonly<Record<string, unknown>> = {}): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, expand(String(value), contexts)]),
    );
  const [given, env] = [filled(step.with), { ...variablesOf(site, folder), ...filled(step.env) }];
  if (step.run !== undefined) return runScript(step.run, folder, { ...site.checkout.env, ...env });
  switch (step.uses?.replace(/^https:\/\/github\.com\//, '').replace(/@.*/, '')) {
    case 'actions/checkout':
      return checkOut(folder, site, given);
    case 'actions/upload-artifact':
      return upload(folder, site, given);
    case 'actions/download-artifact':
      cpSync(path.join(site.artifacts, given['name'] ?? ''), folder, { recursive: true });
      return { exitCode: 0, log: '', outputs: {} };
    case 'your-org/edgewright': {
      const own = { folder, runner: site.checkout.runner, env: site.checkout.env };
      const { exitCode, stdout, stderr, outputs } = await runStep(own, {
        inputs: { token: jobToken, ...given },
        env,
      });
      return { exitCode, log: stdout + stderr, outputs: Object.fromEntries(outputs) };
    }
    case undefined:
    default:
      throw new Error(`no step like ${JSON.stringify(step)}`);
  }
}

function checkOut(folder: string, { remote, event, checkout }: Site, given: Record<string, string>): StepEnd {
  const git = (...words: readonly string[]): void => {
    const { status, stderr } = spawnSync('git', words, { cwd: folder, env: checkout.env, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  git('init', '-q');
  git('remote', 'add', 'origin', remote);
  const depth = given['fetch-depth'] ?? '1';
  git('fetch', '-q', ...(depth === '0' ? [] : [`--depth=${depth}`]), `file://${remote}`, event.ref);
  git('checkout', '-q', '--detach', 'FETCH_HEAD');
  return { exitCode: 0, log: '', outputs: {} };
}

function upload(folder: string, { artifacts }: Site, given: Record<string, string>): StepEnd {
  const target = path.join(artifacts, given['name'] ?? '');
  const files = (given['path'] ?? '').split('\n').map((file) => path.resolve(folder, file));
  const there = files.filter((file) => existsSync(file));
  if (there.length === 0 && given['if-no-files-found'] !== 'ignore')
    throw new Error(`nothing at ${files.join(', ')}`);
  mkdirSync(target, { recursive: true });
  for (const file of there) cpSync(file, path.join(target, path.basename(file)));
  return { exitCode: 0, log: '', outputs: {} };
}

/** As `shell: bash` does; the script may ask a server of this process. */
function runScript(script: string, folder: string, env: Readonly<Record<string, string>>): Promise<StepEnd> {
  const output = path.join(mkdtempSync(path.join(env['RUNNER_TEMP'] ?? '', 'run-')), 'output');
  writeFileSync(output, '');
  const words = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
  return new Promise((resolve) => {
    execFile(
      'bash',
      words,
      { cwd: folder, env: { ...env, GITHUB_OUTPUT: output } },
      (error, stdout, stderr) =>
        resolve({
          exitCode: error === null ? 0 : Number(error.code),
          log: stdout + stderr,
          outputs: Object.fromEntries(outputsOf(readFileSync(output, 'utf8'))),
        }),
    );
  });
}

/** As the stand-in of GitHub has them. */
export const jobToken = 'github-secret-token';
const repositoryName = 'acme/edges';

function githubOf({ event }: Site): Readonly<Record<string, unknown>> {
  return {
    event_name: event.name,
    event: event.payload,
    repository: repositoryName,
    ref: 'refs/heads/main',
    token: jobToken,
    workflow: 'workflow',
  };
}

function variablesOf({ event, env = {}, checkout }: Site, folder: string): Readonly<Record<string, string>> {
  const file = path.join(mkdtempSync(path.join(checkout.runner, 'event-')), 'event.json');
  writeFileSync(file, JSON.stringify(event.payload));
  return {
    GITHUB_EVENT_NAME: event.name,
    GITHUB_EVENT_PATH: file,
    GITHUB_REPOSITORY: repositoryName,
    GITHUB_REPOSITORY_ID: '42',
    GITHUB_WORKSPACE: folder,
    RUNNER_TEMP: path.dirname(file),
    ...env,
  };
}
