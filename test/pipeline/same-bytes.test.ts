import fc from 'fast-check';
import type { KindName } from '../../src/kinds/kind.ts';
import type { JsonObject } from '../../src/model/value.ts';
import { expect, test } from 'vitest';
import type { ReadApi } from '../../src/model/api.ts';
import { planJson } from '../../src/report/plan/json/plan-json.ts';
import { planText } from '../../src/report/plan/text/plan-text.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import { workspaceFiles } from '../arbitraries/workspace-files.ts';
import { deeply, drawing, shuffled, type Draw } from '../plan/shuffled.ts';
import { editedWorkspace } from './change.ts';
import { reporting } from './round-trip.ts';
import { openWorldInProcess } from './world.ts';
import { compiledFiles } from './written.ts';
import { runs } from '../runs.ts';

const watchdog = 600_000;

test(
  'a plan is the same, byte for byte, for any order of files and of API responses',
  { timeout: watchdog },
  async () => {
    const world = openWorldInProcess();
    let steps = 0;
    await fc.assert(
      fc.asyncProperty(editedWorkspace({ maxResources: 4 }), fc.noShrink(fc.nat()), async (edited, seed) => {
        const { before, after } = edited;
        const run = await world.begin({ secrets: before.secrets, hasKey: true });
        await run.apply(await run.plan(compiledFiles(workspaceFiles(before))));
        const files = workspaceFiles(after);
        const told = await run.plan(compiledFiles(files));
        steps += told.steps.filter(({ action }) => action !== 'keep').length;
        const draw = drawing(seed);
        const anew = Object.fromEntries(shuffled(Object.entries(files), draw));
        const again = await run.plan(compiledFiles(anew), { through: (api) => disordered(api, draw) });
        expect(bytesOf(again)).toBe(bytesOf(told));
      }),
      { numRuns: runs(80), ...reporting },
    );
    expect(steps).toBeGreaterThan(runs(20));
  },
);

/** The same service, but with its lists and the members of its responses in random order. */
function disordered(api: ReadApi, draw: Draw): ReadApi {
  return {
    origin: api.origin,
    skew: api.skew,
    list: async <Item>(kind: KindName, as = (answer: JsonObject) => answer as Item) =>
      shuffled(await api.list(kind), draw).map((item) => as(deeply(item, draw))),
    get: async (key) => deeply(await api.get(key), draw),
    getMany: (keys, as) => api.getMany(keys, (answer, key) => as(deeply(answer, draw), key)),
  };
}

function bytesOf(plan: Plan): string {
  return planJson([plan]) + planText(plan, { color: true, columns: 100, showsRequests: true });
}
