import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { holds, interpolate, type Contexts, type Status } from './expressions.ts';
import type { Hub, HubEvent, JobEnd } from './hub.ts';
import { masked } from './masked.ts';
import { playStep, type Runner, type StepEnd } from './play-step.ts';
import type { Permissions, Workflow, WorkflowJob } from './workflow.ts';

export type Outputs = Readonly<Record<string, string>>;

interface JobRun {
  readonly id: string;
  readonly job: WorkflowJob;
  readonly event: HubEvent;
  readonly runId: number;
  readonly needs: Readonly<Record<string, { readonly result: string } | undefined>>;
  readonly matrix: Readonly<Record<string, string>>;
}

export async function playJob(
  hub: Hub,
  workflow: Workflow,
  { id, job, event, runId, needs, matrix }: JobRun,
): Promise<{ readonly end: JobEnd; readonly outputs: Outputs }> {
  const cell = Object.values(matrix);
  const name = cell.length === 0 ? id : `${id} (${cell.join(', ')})`;
  const folder = path.join(hub.folder, `run-${runId}`, [id, ...cell].join('-'));
  const workspace = path.join(folder, 'work');
  const permissions = job.permissions ?? workflow.permissions ?? {};
  const token = hub.door.grant(event.isFork === true ? readOnly(permissions) : permissions);
  const github = githubContext(hub, workflow, { id, event, runId, token, workspace });
  const known = { github, vars: hub.vars, needs, matrix, runner: { temp: folder, os: 'Linux' } };
  const before = Object.values(needs).every((need) => need?.result === 'success') ? 'success' : 'failure';
  if (!holds(job.if, { ...known, secrets: {} }, before))
    return { end: { job: name, conclusion: 'skipped', log: '', summary: '' }, outputs: {} };
  mkdirSync(workspace, { recursive: true });
  const eventPath = path.join(folder, 'event.json');
  writeFileSync(eventPath, JSON.stringify(event.payload));
  const environment = typeof job.environment === 'object' ? job.environment.name : (job.environment ?? '');
  const own = hub.environmentSecrets[interpolate(environment, known)];
  const secrets = { ...(event.isFork === true ? {} : { ...hub.secrets, ...own }), GITHUB_TOKEN: token };
  const base = { ...known, secrets, env: {}, steps: {} };
  const env = { ...filled(workflow.env, base), ...filled(job.env, base) };
  const runner: Runner = { hub, event, folder, workspace, eventPath, token, github };
  const played = await playSteps(runner, job, { ...base, env });
  const end = {
    job: name,
    conclusion: played.status,
    log: masked(played.ends.map(({ log }) => log).join(''), Object.values(secrets)),
    summary: played.ends.map(({ summary }) => summary).join(''),
  };
  return { end, outputs: filled(job.outputs, { ...base, env, steps: played.steps }) };
}

async function playSteps(
  runner: Runner,
  job: WorkflowJob,
  contexts: Contexts & { readonly env: Readonly<Record<string, string>> },
): Promise<{ status: Status; ends: readonly StepEnd[]; steps: Readonly<Record<string, object>> }> {
  const ends: StepEnd[] = [];
  const steps: Record<string, object> = {};
  let env = contexts.env;
  let status: Status = 'success';
  for (const [index, step] of job.steps.entries()) {
    const now = { ...contexts, env, steps };
    if (!holds(step.if, now, status)) continue;
    const own = { ...env, ...filled(step.env, now) };
    const end = await playStep(runner, step, { contexts: { ...now, env: own }, env: own, index });
    ends.push(end);
    env = { ...env, ...end.exported };
    const outcome = end.exit === 0 ? 'success' : 'failure';
    const conclusion = step['continue-on-error'] === true ? 'success' : outcome;
    if (step.id !== undefined) steps[step.id] = { outputs: end.outputs, outcome, conclusion };
    if (conclusion === 'failure') status = 'failure';
  }
  return { status, ends, steps };
}

function filled(
  values: Readonly<Record<string, string | number>> | undefined,
  contexts: Contexts,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [name, interpolate(String(value), contexts)]),
  );
}

/** A pull request from a fork can only read, whatever the workflow asks for. */
function readOnly(permissions: Permissions): Permissions {
  return Object.fromEntries(Object.keys(permissions).map((name) => [name, 'read']));
}

function githubContext(
  hub: Hub,
  workflow: Workflow,
  at: { id: string; event: HubEvent; runId: number; token: string; workspace: string },
): Readonly<Record<string, unknown>> {
  const { event, runId } = at;
  const [owner = ''] = event.repository.split('/');
  return {
    action: 'step',
    actor: 'alice',
    api_url: hub.door.url,
    graphql_url: `${hub.door.url}/graphql`,
    server_url: 'https://github.com',
    event: event.payload,
    event_name: event.name,
    head_ref: event.headRef ?? '',
    base_ref: event.baseRef ?? '',
    job: at.id,
    ref: event.ref,
    ref_name: event.ref.replace(/^refs\/(?:heads|pull)\//, ''),
    ref_protected: event.ref === 'refs/heads/main',
    repository: event.repository,
    repository_id: '1',
    repository_owner: owner,
    run_attempt: '1',
    run_id: String(runId),
    run_number: String(runId),
    sha: event.sha,
    token: at.token,
    workflow: workflow.name,
    workspace: at.workspace,
  };
}
