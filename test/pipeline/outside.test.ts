import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldsOf } from '../../src/derive/forms/fields.ts';
import type { Field } from '../../src/kinds/field.ts';
import { kinds } from '../../src/kinds/index.ts';
import { planExitCode } from '../../src/plan/finish/exit-code.ts';
import { planJson } from '../../src/report/plan/json/plan-json.ts';
import { planText } from '../../src/report/plan/text/plan-text.ts';
import type { Json, JsonObject } from '../../src/model/value.ts';
import type { GeneratedWorkspace } from '../arbitraries/generated-workspace.ts';
import { arbitrarySpec } from '../arbitraries/spec.ts';
import { arbitraryWorkspace } from '../arbitraries/workspace.ts';
import { expectNothingLeft, storedAt } from './converged.ts';
import { answered, effective, leaves } from './expected.ts';
import { rawVocabulary } from './raw-vocabulary.ts';
import { expectCreated, reporting } from './round-trip.ts';
import { openWorld, type Run, type World } from './world.ts';
import { write } from './written.ts';
import { runs } from '../runs.ts';
import { isEmpty } from '../../src/plan/finish/is-empty-plan.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** An outside change: declared fields of one object are replaced or removed in the dashboard. */
interface Meddled {
  readonly workspace: GeneratedWorkspace;
  readonly index: number;
  readonly patch: JsonObject;
}

const meddled: Arbitrary<Meddled> = arbitraryWorkspace({ maxResources: 4 }).chain((workspace) =>
  fc.nat(workspace.resources.length - 1).chain((index) => {
    const resource = workspace.resources[index]!;
    const identity = kinds[resource.kind].identity.fields;
    const names = Object.keys(effective(workspace, resource)).filter(
      (name) => isSent(resource.kind, name) && name !== 'metadata' && !identity.includes(name),
    );
    return fc
      .record({ spec: arbitrarySpec(resource.kind, rawVocabulary), chosen: fc.subarray(names) })
      .map(({ spec, chosen }) => ({
        workspace,
        index,
        patch: Object.fromEntries(chosen.map((name) => [name, spec[name] ?? null])),
      }));
  }),
);

function isSent(kind: keyof typeof kinds, name: string): boolean {
  const { writes } = kinds[kind].fields[name]!;
  return writes === undefined || writes.includes('update');
}

test('drift is kept under `report`, reverted to the files under `revert`, and the next plan is empty', async () => {
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(meddled, fc.boolean(), async ({ workspace, index, patch }, hasKey) => {
      const run = await world.begin({ secrets: workspace.secrets, hasKey });
      const written = write(workspace);
      await expectCreated(run, written);
      const { kind, name } = workspace.resources[index]!;
      const address = `${kind}/${name}` as const;
      const before = storedAt(run, address);
      await run.server.outside.change(kind, run.ledger.state().resources[address]!.id, patch);
      const meddledWith = storedAt(run, address);

      const held = await run.plan(written, { drift: 'report' });
      run.writes();
      await run.apply(held);
      expect(run.writes()).toEqual([]);
      expect(storedAt(run, address)).toEqual(meddledWith);
      const text = planText(held, { color: false, columns: 120 });
      const actions = held.steps
        .filter(({ action }) => action !== 'keep')
        .map((step) => `${step.action} ${step.address}`);
      const touched = declaredChanges(kind, before, meddledWith);
      expect(actions, `${touched.join(', ')}\n${text}`).toEqual(
        touched.length === 0 ? [] : [`drift ${address}`],
      );
      if (touched.length > 0) {
        changed++;
        const shown = held.steps
          .find(({ action }) => action === 'drift')!
          .changes.map(({ path }) => path.toLowerCase());
        expect(shown.sort(), text).toEqual(touched);
        expect(planExitCode(held, { isDetailed: false })).toBe(2);
        expect(planJson([await run.plan(written, { drift: 'report' })])).toBe(planJson([held]));
      }
      const kept = Object.keys(patch).filter((name) => !touched.some((path) => path.startsWith(name)));
      await expectRestored(run, written, { address, before, kept });
    }),
    { numRuns: runs(120), ...reporting },
  );
  expect(changed).toBeGreaterThan(runs(40));
});

/** The leaves that were sent and differ now. A change of an undeclared field is a note, not drift. */
function declaredChanges(kind: keyof typeof kinds, before: JsonObject, after: JsonObject): readonly string[] {
  return Object.keys(before)
    .filter((name) => name !== 'edge_id' && name !== 'metadata')
    .flatMap((name) => {
      const field = kinds[kind].fields[name]!;
      return leaves(
        [name],
        field,
        before[name],
        declaredPart(field, before[name], after[name]) ?? answered(field),
      );
    })
    .sort();
}

function declaredPart(field: Field, before: Json | undefined, after: Json | undefined): Json | undefined {
  // A missing secret cannot be told from one that the service hides.
  if (field.type === 'string' && field.secret === true && after === undefined) return before;
  const fields = fieldsOf(field);
  if (fields === undefined || !isTree(before) || !isTree(after)) return after;
  // A module without `enabled` declares that it is enabled, if that is the stated default (API 2.6).
  const isSaid = (name: string): boolean =>
    name in before || (name === 'enabled' && fields[name]?.seen === true);
  const names = Object.keys(fields).filter(isSaid);
  return Object.fromEntries(
    names.map((name) => {
      const now = declaredPart(fields[name]!, before[name], after[name]);
      return [name, now ?? answered(fields[name]) ?? null];
    }),
  );
}

function isTree(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function expectRestored(
  run: Run,
  written: ReturnType<typeof write>,
  {
    address,
    before,
    kept,
  }: {
    readonly address: `${keyof typeof kinds}/${string}`;
    readonly before: JsonObject;
    readonly kept: readonly string[];
  },
): Promise<void> {
  const { kind } = run.ledger.state().resources[address]!;
  const plan = await run.plan(written, { drift: 'revert' });
  const { outcomes } = await run.apply(plan);
  if (kinds[kind].operations.update === undefined) {
    expect(outcomes.every(({ status }) => status === 'blocked')).toBe(true);
    await run.server.outside.change(kind, run.ledger.state().resources[address]!.id, before);
  } else {
    expect(outcomes.filter(({ status, surprises }) => status !== 'done' || surprises.length > 0)).toEqual([]);
  }
  await expectNothingLeft(run, written, kept);
  expect(declaredChanges(kind, before, storedAt(run, address))).toEqual([]);
}

test('an object deleted outside Edgewright is not created again unapproved, and forgotten once undeclared', async () => {
  const some = arbitraryWorkspace({ maxResources: 4 }).chain((workspace) =>
    fc.nat(workspace.resources.length - 1).map((index) => ({ workspace, index })),
  );
  await fc.assert(
    fc.asyncProperty(
      some,
      fc.constantFrom('report' as const, 'revert' as const),
      async ({ workspace, index }, drift) => {
        const run = await world.begin({ secrets: workspace.secrets, hasKey: true });
        const written = write(workspace);
        await expectCreated(run, written);
        const { kind, name } = workspace.resources[index]!;
        const address = `${kind}/${name}` as const;
        await run.server.outside.remove(kind, run.ledger.state().resources[address]!.id);
        run.writes();
        const plan = await run.plan(written, { drift });
        expect(
          plan.steps
            .filter(({ action }) => action !== 'keep')
            .map((step) => `${step.action} ${step.address}`),
        ).toEqual([`drift ${address}`]);
        expect(planExitCode(plan, { isDetailed: false })).toBe(2);
        await run.apply(plan);
        expect(run.writes()).toEqual([]);

        const resources = workspace.resources.filter((_, position) => position !== index);
        if (resources.length === 0) return;
        const without = write({ ...workspace, resources });
        await run.apply(await run.plan(without));
        expect(run.ledger.state().resources[address]).toBeUndefined();
        expect(isEmpty(await run.plan(without))).toBe(true);
        expect(run.writes()).toEqual([]);
      },
    ),
    { numRuns: runs(40), ...reporting },
  );
});
