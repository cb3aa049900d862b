import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { runProgram } from '../run-program.ts';
import { whenOf, type Rule } from './rules.ts';

type Variables = Readonly<Record<string, string>>;

interface PipelineJob {
  readonly stage?: string;
  readonly extends?: string;
  readonly rules?: readonly Rule[];
  readonly variables?: Variables;
  /** Variables and protections of the settings that only its jobs get. */
  readonly environment?: string | { readonly name: string };
  readonly before_script?: readonly string[];
  readonly script: readonly string[];
  readonly after_script?: readonly string[];
  readonly allow_failure?: boolean | { readonly exit_codes: number | readonly number[] };
  readonly artifacts?: {
    readonly when?: 'always' | 'on_failure' | 'on_success';
    readonly paths?: readonly string[];
    readonly reports?: Readonly<Record<string, string>>;
  };
}

/** What GitLab knows when it starts the jobs of a pipeline. */
export interface Lab {
  /** The bare repository of the project. */
  readonly remote: string;
  readonly folder: string;
  /** Variables of every job: those of the settings, and the predefined ones. */
  readonly variables: Variables;
  /** By the name of an environment: the variables that only its jobs get. */
  readonly environmentVariables: Readonly<Record<string, Variables>>;
  readonly env: Variables;
}

export interface PipelineEvent {
  readonly sha: string;
  readonly variables: Variables;
}

export interface JobEnd {
  readonly job: string;
  readonly conclusion: 'success' | 'warning' | 'failure';
  readonly log: string;
  /** The reports that GitLab reads, by name: the contents of their files. */
  readonly reports: Variables;
  /** The files that it published. */
  readonly files: Variables;
}

const notJobs = new Set(['default', 'stages', 'variables', 'workflow', 'include', 'image']);

/**
 * Plays the jobs of a pipeline one after the other, each in a checkout of its own, with the artifacts of those before.
 */
export async function playPipeline(
  lab: Lab,
  text: string,
  event: PipelineEvent,
  number: number,
): Promise<readonly JobEnd[]> {
  const pipeline = parse(text) as Readonly<Record<string, unknown>>;
  const shared = (pipeline['default'] ?? {}) as Partial<PipelineJob>;
  const all = { ...(pipeline['variables'] as Variables | undefined), ...lab.variables, ...event.variables };
  const stages = (pipeline['stages'] ?? []) as readonly string[];
  const jobs = Object.entries(pipeline)
    .filter(([name]) => !notJobs.has(name) && !name.startsWith('.'))
    .map(([name, job]) => [name, { ...shared, ...wholeJob(pipeline, job as PipelineJob) }] as const)
    .filter(([, job]) => whenOf(job.rules, { ...all, ...job.variables }) !== 'never')
    .sort(([, left], [, right]) => stages.indexOf(left.stage ?? '') - stages.indexOf(right.stage ?? ''));
  const artifacts = path.join(lab.folder, `pipeline-${number}`, 'artifacts');
  mkdirSync(artifacts, { recursive: true });
  const ends: JobEnd[] = [];
  for (const [name, job] of jobs) {
    const place = { folder: path.join(lab.folder, `pipeline-${number}`, name), artifacts };
    const own = { ...all, ...environmentOf(lab, job), ...job.variables };
    const hasFailed = ends.some(({ conclusion }) => conclusion === 'failure');
    if (hasFailed && whenOf(job.rules, own) !== 'always') continue;
    ends.push(await playJob(lab, { name, job, sha: event.sha, variables: own }, place));
  }
  return ends;
}

function environmentOf({ environmentVariables }: Lab, { environment = '' }: PipelineJob): Variables {
  return environmentVariables[typeof environment === 'string' ? environment : environment.name] ?? {};
}

/** A job with what it extends. */
function wholeJob(pipeline: Readonly<Record<string, unknown>>, job: PipelineJob): PipelineJob {
  return job.extends === undefined ? job : { ...(pipeline[job.extends] as object), ...job };
}

interface JobRun {
  readonly name: string;
  readonly job: PipelineJob;
  readonly sha: string;
  readonly variables: Variables;
}

async function playJob(
  { remote, env }: Lab,
  { name, job, sha, variables }: JobRun,
  { folder, artifacts }: { readonly folder: string; readonly artifacts: string },
): Promise<JobEnd> {
  mkdirSync(folder, { recursive: true });
  const own = {
    ...env,
    CI: 'true',
    GITLAB_CI: 'true',
    CI_COMMIT_SHA: sha,
    CI_JOB_NAME: name,
    CI_PROJECT_DIR: folder,
    ...expanded(variables),
  };
  const depth = variables['GIT_DEPTH'] === '0' ? '' : `--depth=${variables['GIT_DEPTH'] ?? 20}`;
  const checkout = `git init -q . && git remote add origin 'file://${remote}' && git fetch -q ${depth} origin ${sha} && git checkout -q --detach FETCH_HEAD`;
  const cloned = await runProgram('bash', ['-e', '-c', checkout], { cwd: folder, env: own });
  if (cloned.exit !== 0) throw new Error(cloned.log);
  for (const each of readdirSync(artifacts))
    cpSync(path.join(artifacts, each), path.join(folder, each), { recursive: true });
  const lines = [...(job.before_script ?? []), ...job.script].join('\n');
  const { exit, log } = await runProgram('bash', ['-eo', 'pipefail', '-c', lines], { cwd: folder, env: own });
  const after = (job.after_script ?? []).join('\n');
  const late = await runProgram('bash', ['-e', '-c', after], { cwd: folder, env: own });
  const { when = 'on_success', paths = [], reports = {} } = job.artifacts ?? {};
  const keeps = when === 'always' || (when === 'on_success') === (exit === 0);
  const kept = (keeps ? paths : []).filter((each) => existsSync(path.join(folder, each)));
  for (const each of kept) cpSync(path.join(folder, each), path.join(artifacts, each), { recursive: true });
  return {
    job: name,
    files: Object.fromEntries(kept.map((each) => [each, readFileSync(path.join(folder, each), 'utf8')])),
    conclusion: exit === 0 ? 'success' : mayFail(job, exit) ? 'warning' : 'failure',
    log: maskedLog(log + late.log, variables),
    reports: Object.fromEntries(
      Object.entries(reports)
        .filter(([, file]) => existsSync(path.join(folder, file)))
        .map(([kind, file]) => [kind, readFileSync(path.join(folder, file), 'utf8')]),
    ),
  };
}

function mayFail({ allow_failure: allowed = false }: PipelineJob, exit: number): boolean {
  if (typeof allowed === 'boolean') return allowed;
  return [allowed.exit_codes].flat().includes(exit);
}

/** `$NAME` and `${NAME}` in the value of a variable. */
function expanded(variables: Variables): Variables {
  const fill = (text: string): string =>
    text.replaceAll(
      /\$(?:\{(\w+)\}|(\w+))/g,
      (_, braced?: string, plain?: string) => variables[braced ?? plain ?? ''] ?? '',
    );
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, fill(value)]));
}

/** GitLab masks the variables that are marked so: here those whose names say that they are secrets. */
function maskedLog(log: string, variables: Variables): string {
  const secrets = Object.entries(variables).filter(
    ([name, value]) => /TOKEN|SECRET|KEY/.test(name) && value !== '',
  );
  return secrets.reduce((text, [, value]) => text.replaceAll(value, '[MASKED]'), log);
}
