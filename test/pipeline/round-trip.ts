import type { Outcome } from '../../src/model/plan/step-outcome.ts';
import type { Step } from '../../src/model/plan/step.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import { kinds } from '../../src/kinds/index.ts';
import type { JsonObject } from '../../src/model/value.ts';
import { planJson } from '../../src/report/plan/json/plan-json.ts';
import { planText } from '../../src/report/plan/text/plan-text.ts';
import { editedWorkspace, type Edited } from './change.ts';
import { expectConverged, storedAt } from './converged.ts';
import { expectedOf, leaves } from './expected.ts';
import type { Run, World } from './world.ts';
import { write, type Written } from './written.ts';
import { runs } from '../runs.ts';

/**
 * A failure is reported at once, with the seed and path that replay it: shrinking a workspace through real requests
 * takes minutes and finds little.
 */
export const reporting = { endOnFailure: true } as const;

/**
 * Applies a random workspace, edits it at random and applies it again; an edit that is blocked is taken back. `unseen`:
 * paths that the service never returns.
 */
export function roundTrips(
  world: () => World,
  numRuns: number,
  { unseen = /(?!)/ }: { readonly unseen?: RegExp } = {},
): Promise<void> {
  return fc.assert(
    fc.asyncProperty(editedWorkspace(), fc.boolean(), async (edited, hasKey) => {
      const run = await world().begin({ secrets: edited.before.secrets, hasKey });
      const before = write(edited.before);
      await expectCreated(run, before);
      await expectConverged(run, before);
      await expectEdit(run, edited, { before, unseen });
    }),
    { numRuns: runs(numRuns), ...reporting },
  );
}

export async function expectCreated(run: Run, written: Written): Promise<void> {
  const plan = await run.plan(written);
  expect(plan.steps.map(({ action }) => action)).toEqual(plan.steps.map(() => 'create'));
  expectDone((await run.apply(plan)).outcomes);
}

/** Expects that the plan shows the edit only, that apply sends exactly the plan, and that the next plan is empty. */
async function expectEdit(
  run: Run,
  edited: Edited,
  { before, unseen }: { readonly before: Written; readonly unseen: RegExp },
): Promise<void> {
  const after = write(edited.after);
  const plan = await run.plan(after);
  const text = planText(plan, { color: false, columns: 120 });
  const { kind, name } = edited.before.resources[edited.index]!;
  const address = `${kind}/${name}` as const;
  const expected = expectedOf(edited);
  const others = plan.steps.filter((step) => step.address !== address);
  expect(
    others.map(({ action }) => action),
    text,
  ).toEqual(others.map(() => 'keep'));
  const step = plan.steps.find((each) => each.address === address)!;
  expect(step.action, `${expected.paths.join(', ')}\n${text}`).toBe(expected.action);
  const seen = (paths: readonly string[]): readonly string[] => paths.filter((path) => !unseen.test(path));
  if (expected.paths.length > 0)
    expect(seen(changedPaths(step, expected.paths)), text).toEqual(seen(expected.paths));
  expect(planJson([await run.plan(after)])).toBe(planJson([plan]));

  const untouched = storedAt(run, address);
  run.writes();
  const { outcomes } = await run.apply(plan);
  expect(run.writes()).toEqual(
    plan.steps.flatMap(({ requests }) => requests).map(({ method, path }) => `${method} ${path}`),
  );
  if (expected.action === 'blocked') {
    expect(step.remedies.length).toBeGreaterThan(0);
    expect(outcomes.map(({ status }) => status)).toEqual(['blocked']);
    expect(storedAt(run, address)).toEqual(untouched);
    expect(planJson([await run.plan(after)])).toBe(planJson([plan]));
    await expectConverged(run, before);
    return;
  }
  expectDone(outcomes);
  if (expected.action === 'update') {
    expectSent(step, expected.fields);
    expectSwitchedOff(untouched, storedAt(run, address), step);
  }
  await expectConverged(run, after);
}

function expectDone(outcomes: readonly Outcome[]): void {
  const wrong = outcomes.filter(({ status, surprises }) => status !== 'done' || surprises.length > 0);
  expect(wrong).toEqual([]);
}

/** The changed paths, header names in lower case; a new field is named as a whole if the expectation does so. */
function changedPaths({ changes }: Step, expected: readonly string[]): readonly string[] {
  const isWhole = (name: string): boolean => expected.includes(name);
  const paths = changes.map(({ path }) => path.toLowerCase());
  return [...new Set(paths.map((path) => (isWhole(topOf(path)) ? topOf(path) : path)))].sort();
}

function topOf(path: string): string {
  return /^[^.[]+/.exec(path)![0];
}

/** Expects that only changed modules are sent; other fields may be sent unchanged (API 4.10 rules 1 and 2). */
function expectSent({ kind, requests }: Step, fields: readonly string[]): void {
  expect(requests).toHaveLength(1);
  const sent = Object.keys(requests[0]!.body!);
  expect(sent).toEqual(expect.arrayContaining([...fields]));
  const modules = sent.filter((name) => kinds[kind].fields[name]!.type === 'module');
  expect(fields).toEqual(expect.arrayContaining(modules));
}

/** Expects that a module removed from the files is disabled and keeps its configuration. */
function expectSwitchedOff(before: JsonObject, after: JsonObject, { kind, changes }: Step): void {
  for (const { path, cause, after: value } of changes) {
    const name = topOf(path);
    if (cause !== 'removed' || path !== `${name}.enabled` || value !== false) continue;
    if (!(name in before)) continue;
    const off = { ...(before[name] as JsonObject), enabled: false };
    expect(leaves([name], kinds[kind].fields[name], off, after[name])).toEqual([]);
  }
}
