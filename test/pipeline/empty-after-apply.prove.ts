import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GeneratedWorkspace } from '../arbitraries/generated-workspace.ts';
import { workspaceFiles } from '../arbitraries/workspace-files.ts';
import { arbitraryWorkspace } from '../arbitraries/workspace.ts';
import { reporting } from './round-trip.ts';
import { openWorldInProcess, type Run } from './world.ts';
import { compiledFiles } from './written.ts';
import { runs } from '../runs.ts';

/** Milliseconds; ten times what it takes on two busy cores. */
const watchdog = 600_000;

const answers = ['clear', 'masked', 'empty'] as const;

/*
 * Random workspaces, applied to an empty account: the plan after that has only `keep` steps, and no note of drift or of
 * a value in a different form. Without the network and the linter, so that there can be many.
 */
test('after an apply the plan of a random workspace is empty', { timeout: watchdog }, async () => {
  const worlds = answers.map((secrets) => openWorldInProcess({ secrets }));
  let created = 0;
  await fc.assert(
    fc.asyncProperty(
      arbitraryWorkspace({ maxResources: 3 }),
      fc.nat(answers.length - 1),
      fc.boolean(),
      async (workspace, world, hasKey) => {
        const run = await worlds[world]!.begin({ secrets: workspace.secrets, hasKey });
        created += await expectEmptyAfterApply(run, workspace);
      },
    ),
    { numRuns: runs(2000), ...reporting },
  );
  expect(created).toBeGreaterThan(runs(2000));
});

async function expectEmptyAfterApply(run: Run, workspace: GeneratedWorkspace): Promise<number> {
  const written = compiledFiles(workspaceFiles(workspace));
  const plan = await run.plan(written);
  expect(new Set(plan.steps.map(({ action }) => action))).toEqual(new Set(['create']));
  const { outcomes } = await run.apply(plan);
  const undone = outcomes.filter(({ status, surprises }) => status !== 'done' || surprises.length > 0);
  expect(undone).toEqual([]);
  const next = await run.plan(written);
  const steps = next.steps.filter(({ action, formerly }) => action !== 'keep' || formerly !== undefined);
  expect(steps).toEqual([]);
  expect(
    next.notes.filter(({ topic }) => topic === 'undeclared-drift' || topic === 'added-by-service'),
  ).toEqual([]);
  run.writes();
  expect((await run.apply(next)).outcomes).toEqual([]);
  expect(run.writes()).toEqual([]);
  return plan.steps.length;
}
