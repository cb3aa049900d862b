import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Plan } from '../../src/model/plan/plan.ts';
import { compiledValue } from '../../src/report/compiled.ts';
import { eventJson } from '../../src/report/run/event-json.ts';
import { outcomeLine } from '../../src/report/run/outcome-line.ts';
import { planJson } from '../../src/report/plan/json/plan-json.ts';
import { planText } from '../../src/report/plan/text/plan-text.ts';
import { arbitraryWorkspace } from '../arbitraries/workspace.ts';
import { editedWorkspace } from './change.ts';
import { expectConverged } from './converged.ts';
import { effective } from './expected.ts';
import { expectCreated, reporting } from './round-trip.ts';
import { openWorld, type Run } from './world.ts';
import { write, type Written } from './written.ts';
import { runs } from '../runs.ts';

const services = ['clear', 'masked', 'empty'] as const;

describe.each(services)('secrets that the service returns %s', (secrets) => {
  test('are in no plan, no ledger, no outcome and no compiled body', async () => {
    const world = await openWorld({ secrets });
    await fc.assert(
      fc.asyncProperty(editedWorkspace({ maxResources: 3 }), fc.boolean(), async (edited, hasKey) => {
        const run = await world.begin({ secrets: edited.before.secrets, hasKey });
        const said = [
          ...(await steps(run, write(edited.before))),
          ...(await steps(run, write(edited.after))),
        ];
        for (const [name, value] of Object.entries(edited.before.secrets)) {
          for (const text of [...said, ...run.ledger.texts()])
            for (const form of formsOf(value)) expect(text.includes(form), `${name} in ${text}`).toBe(false);
        }
      }),
      { numRuns: runs(80), ...reporting },
    );
    await world.close();
  });

  test('are sent if their value has changed and the change can be detected', async () => {
    const world = await openWorld({ secrets });
    let told = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryWorkspace({ maxResources: 3 }), fc.boolean(), async (workspace, hasKey) => {
        const run = await world.begin({ secrets: workspace.secrets, hasKey });
        const written = write(workspace);
        await expectCreated(run, written);
        run.rotate('UPSTREAM', 'a value of its own');
        const plan = await run.plan(written);
        const users = workspace.resources.filter((resource) =>
          JSON.stringify(effective(workspace, resource)).includes('$(secret:UPSTREAM)'),
        );
        // Services show header values but may hide secret fields; then only a fingerprint key detects the change.
        const canTell = secrets === 'clear' || hasKey;
        const changed = plan.steps.filter(({ action }) => action !== 'keep').map(({ address }) => address);
        if (canTell) {
          told += users.length;
          expect(changed.toSorted()).toEqual(users.map(({ kind, name }) => `${kind}/${name}`).toSorted());
        }
        await run.apply(plan);
        if (canTell) await expectConverged(run, written);
        else expect((await run.plan(written)).steps.every(({ action }) => action === 'keep')).toBe(true);
      }),
      { numRuns: runs(80), ...reporting },
    );
    expect(told).toBeGreaterThan(0);
    await world.close();
  });
});

/** Plans, applies and plans again; returns all printed and stored texts. */
async function steps(run: Run, written: Written): Promise<readonly string[]> {
  const first = await run.plan(written);
  const { outcomes } = await run.apply(first);
  const second = await run.plan(written);
  const shows = ['bodies', 'requests', 'origins'] as const;
  return [
    ...[first, second].flatMap(textsOf),
    ...outcomes.map((one) => outcomeLine(one, { columns: 80, widest: 20 })),
    ...outcomes.map((outcome) => eventJson({ event: 'step-ended', outcome }, head)),
    ...shows.map((show) => JSON.stringify(compiledValue(written.desired, { show }))),
  ];
}

const head = { at: '2026-01-02T03:04:05Z', run: '3f9a1c07b2de', environment: 'production' };

function textsOf(plan: Plan): readonly string[] {
  return [
    planText(plan, { color: true, columns: 400 }),
    planText(plan, { color: false, columns: 40 }),
    planJson([plan]),
  ];
}

/** The value as it is, JSON-encoded once and twice, and in base64. */
function formsOf(value: string): readonly string[] {
  const inJson = JSON.stringify(value).slice(1, -1);
  const twice = JSON.stringify(inJson).slice(1, -1);
  return [...new Set([value, inJson, twice, Buffer.from(value).toString('base64')])];
}
