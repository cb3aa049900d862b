import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isEmpty } from '../../src/plan/finish/is-empty-plan.ts';
import { planText } from '../../src/report/plan/text/plan-text.ts';
import type { GeneratedWorkspace } from '../arbitraries/generated-workspace.ts';
import { mutateSpec } from '../arbitraries/spec.ts';
import { arbitraryWorkspace, vocabulary } from '../arbitraries/workspace.ts';
import { expectCreated, reporting } from './round-trip.ts';
import { openWorld, type World } from './world.ts';
import { write } from './written.ts';
import { runs } from '../runs.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** A workspace through several edits of one resource, which may remove a field, add it again and remove it again. */
const histories: Arbitrary<readonly GeneratedWorkspace[]> = arbitraryWorkspace({ maxResources: 2 }).chain(
  (first) =>
    edited(first).chain((second) =>
      edited(second).chain((third) => edited(third).map((fourth) => [first, second, third, fourth, second])),
    ),
);

function edited(workspace: GeneratedWorkspace): Arbitrary<GeneratedWorkspace> {
  const { kind, spec } = workspace.resources[0]!;
  return mutateSpec(kind, spec, vocabulary).map((mutation) => ({
    ...workspace,
    resources: workspace.resources.map((one, index) => (index === 0 ? { ...one, spec: mutation.spec } : one)),
  }));
}

test('after each edit of a history one apply is enough', async () => {
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(histories, fc.boolean(), async ([first, ...rest], hasKey) => {
      const run = await world.begin({ secrets: first!.secrets, hasKey });
      await expectCreated(run, write(first!));
      for (const workspace of rest) {
        const written = write(workspace);
        const plan = await run.plan(written);
        const text = planText(plan, { color: false, columns: 120 });
        const { outcomes } = await run.apply(plan);
        const isStuck = outcomes.some(({ status }) => status === 'blocked');
        if (isStuck) return;
        expect(
          outcomes.filter(({ status, surprises }) => status !== 'done' || surprises.length > 0),
          text,
        ).toEqual([]);
        sent += outcomes.length;
        const next = await run.plan(written);
        expect(isEmpty(next), planText(next, { color: false, columns: 120 })).toBe(true);
        expect(
          next.notes.filter(({ topic }) => topic === 'undeclared-drift' || topic === 'added-by-service'),
        ).toEqual([]);
      }
    }),
    { numRuns: runs(100), ...reporting },
  );
  expect(sent).toBeGreaterThan(runs(50));
});
