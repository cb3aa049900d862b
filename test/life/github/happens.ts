import { execFileSync } from 'node:child_process';
import type { Hub, HubEvent } from './hub.ts';
import { playWorkflow, type PlayedRun } from './play-workflow.ts';
import { readWorkflow, runsOn, type Workflow } from './workflow.ts';

export interface NamedRun extends PlayedRun {
  readonly workflow: string;
}

let lastRun = 0;

/**
 * Plays every workflow that an event starts, and then those that wait for one of them (`workflow_run`), which come from
 * the main branch. `only` is the name of the one whose schedule is due.
 */
export async function happens(
  hub: Hub,
  event: HubEvent,
  { only }: { readonly only?: string } = {},
): Promise<readonly NamedRun[]> {
  const repository = hub.repositories[event.repository] ?? '';
  // A workflow that waits for another, or for the time, is that of the main branch.
  const at = event.name === 'workflow_run' || event.name === 'schedule' ? 'main' : event.sha;
  const runs: NamedRun[] = [];
  for (const workflow of workflowsAt(repository, at)) {
    if (!runsOn(workflow, event.name) || (only !== undefined && workflow.name !== only)) continue;
    if (event.name === 'workflow_run' && !waitsFor(workflow, String(event.payload['workflow']))) continue;
    lastRun += 1;
    const run = { workflow: workflow.name, ...(await playWorkflow(hub, workflow, event, lastRun)) };
    runs.push(run);
    if (event.name !== 'workflow_run') runs.push(...(await happens(hub, ended(hub, event, run))));
  }
  return runs;
}

function workflowsAt(repository: string, commit: string): readonly Workflow[] {
  const git = (...words: readonly string[]): string =>
    execFileSync('git', words, { cwd: repository, encoding: 'utf8' });
  return git('ls-tree', '-r', '--name-only', commit, '.github/workflows')
    .split('\n')
    .filter((file) => /\.ya?ml$/.test(file))
    .map((file) => readWorkflow(git('show', `${commit}:${file}`)));
}

function waitsFor({ on }: Workflow, name: string): boolean {
  const { workflow_run: waits } = on as { workflow_run: { workflows: readonly string[] } };
  return waits.workflows.includes(name);
}

/** The event of a run that has ended. Of a fork, GitHub names no pull request in it. */
function ended(hub: Hub, event: HubEvent, { workflow, runId, conclusion }: NamedRun): HubEvent {
  const { head_sha = event.sha, head_repository = event.repository } = event.payload as Record<
    string,
    string
  >;
  const main = execFileSync('git', ['rev-parse', 'main'], {
    cwd: hub.repositories[event.repository],
    encoding: 'utf8',
  }).trim();
  return {
    name: 'workflow_run',
    repository: event.repository,
    sha: main,
    ref: 'refs/heads/main',
    payload: {
      action: 'completed',
      workflow,
      workflow_run: {
        id: runId,
        name: workflow,
        event: event.name,
        conclusion,
        head_sha,
        head_branch: event.headRef ?? event.ref.replace('refs/heads/', ''),
        head_repository: { full_name: head_repository },
        repository: { full_name: event.repository },
        pull_requests: [],
        run_attempt: 1,
      },
      repository: { full_name: event.repository },
    },
  };
}
