import type { Hub, HubEvent, JobEnd } from './hub.ts';
import { playJob, type Outputs } from './play-job.ts';
import type { Workflow, WorkflowJob } from './workflow.ts';

export interface PlayedRun {
  readonly runId: number;
  readonly conclusion: 'success' | 'failure';
  /** A job for each cell of a matrix; without those that were skipped. */
  readonly jobs: readonly JobEnd[];
}

/**
 * Plays a workflow as GitHub does: its jobs in the order of their needs, each in a checkout of its own, with the token,
 * secrets and variables that the job has. Actions of GitHub are imitated (`play-action.ts`); ours runs as it is
 * shipped.
 */
export async function playWorkflow(
  hub: Hub,
  workflow: Workflow,
  event: HubEvent,
  runId: number,
): Promise<PlayedRun> {
  const results = new Map<string, { readonly result: JobEnd['conclusion']; readonly outputs: Outputs }>();
  const jobs: JobEnd[] = [];
  const waiting = Object.entries(workflow.jobs);
  while (waiting.length > 0) {
    const at = waiting.findIndex(([, job]) => needsOf(job).every((need) => results.has(need)));
    const [[id, job] = ['', undefined]] = waiting.splice(at, 1);
    if (at < 0 || job === undefined) throw new Error('the jobs need each other');
    const needs = Object.fromEntries(needsOf(job).map((need) => [need, results.get(need)]));
    let outputs: Outputs = {};
    const cells: JobEnd[] = [];
    for (const matrix of cellsOf(job)) {
      const played = await playJob(hub, workflow, { id, job, event, runId, needs, matrix });
      cells.push(played.end);
      outputs = { ...outputs, ...played.outputs };
    }
    results.set(id, { result: together(cells), outputs });
    jobs.push(...cells.filter(({ conclusion }) => conclusion !== 'skipped'));
  }
  return { runId, conclusion: together(jobs) === 'failure' ? 'failure' : 'success', jobs };
}

function needsOf({ needs = [] }: WorkflowJob): readonly string[] {
  return typeof needs === 'string' ? [needs] : needs;
}

/** The cells of a matrix with one dimension. */
function cellsOf({ strategy }: WorkflowJob): readonly Readonly<Record<string, string>>[] {
  const [dimension] = Object.entries(strategy?.matrix ?? {});
  if (dimension === undefined) return [{}];
  const [name, values] = dimension;
  return values.map((value) => ({ [name]: value }));
}

function together(cells: readonly JobEnd[]): JobEnd['conclusion'] {
  if (cells.some(({ conclusion }) => conclusion === 'failure')) return 'failure';
  return cells.every(({ conclusion }) => conclusion === 'skipped') ? 'skipped' : 'success';
}
