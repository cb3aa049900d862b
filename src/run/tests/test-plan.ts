import type { Desired } from '../../model/desired.ts';
import type { LiveState } from '../../model/live.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { ChangedTest, PlanTests, TestedSide } from '../../model/traffic/got.ts';
import type { RequestTest, RequestVerdict } from '../../model/traffic/request-test.ts';
import type { Environment, Workspace } from '../../model/workspace.ts';
import type { TrafficServer } from '../../routing/traffic-server.ts';
import { edgesOf } from '../../routing/edges.ts';
import { sidesOfPlan } from '../../routing/traffic/plan-traffic.ts';
import { compareRequestTests, type TestSide } from '../../simulate/run-tests.ts';
import { lineColumn } from '../../workspace/yaml/position.ts';
import { namesOfIds } from './run-all-tests.ts';

/** The tests of requests on what is live, and on what it will be when the steps that apply does are done. */
export function testsOfPlan(
  { requestTests, environments }: Pick<Workspace, 'requestTests' | 'environments'>,
  { name: environment, ids }: Environment,
  { steps }: Pick<Plan, 'steps'>,
  { live, desired }: { readonly live: LiveState; readonly desired: readonly Desired[] },
): PlanTests | undefined {
  const tests = requestTests?.().files.flatMap((file) => file.tests) ?? [];
  if (tests.length === 0) return undefined;
  const { before, after } = sidesOfPlan(steps, live);
  // Resources in sync are read from the files, where secrets have names for which tests have stand-ins.
  const inSync = new Set(steps.flatMap(({ action, address }) => (action === 'keep' ? [address] : [])));
  const declared = new Map(desired.map(({ address, spec }) => [address, spec]));
  const fromFiles = (holder: TrafficServer): TrafficServer => {
    const spec = inSync.has(holder.address) ? declared.get(holder.address) : undefined;
    return spec === undefined ? holder : { ...holder, spec };
  };
  const edges = edgesOf(ids.values(), live.listed);
  const side = (servers: TestSide['servers']): TestSide => ({
    environment,
    servers,
    edges,
    isOnly: environments.size === 1,
    nameOf: namesOfIds(ids),
  });
  // An object that the plan leaves alone is the same on both sides.
  const shown = new Map(before.map((server) => [server, fromFiles(server)]));
  const compared = compareRequestTests(
    tests,
    side([...shown.values()]),
    side(after.map((server) => shown.get(server) ?? fromFiles(server))),
  );
  if (compared.length === 0) return undefined;
  const sides = compared.map(({ test, ...verdicts }) => ({
    ...headOf(test),
    before: testedSide(verdicts.before),
    after: testedSide(verdicts.after),
  }));
  return {
    count: compared.length,
    changed: sides.filter(isChanged),
    failing: sides
      .filter(({ after: { result } }) => result !== 'ok')
      .map(({ name, origin }) => ({ name, origin })),
  };
}

/** A test of a URL that is newly served, and that is as expected, tells a reviewer nothing. */
function isChanged({ before, after }: Pick<ChangedTest, 'before' | 'after'>): boolean {
  if (before.results.every(({ code }) => code === 'nothing') && after.result === 'ok') return false;
  return outcomeOf(before) !== outcomeOf(after);
}

function outcomeOf({ result, results }: TestedSide): string {
  return JSON.stringify([result, ...results.map((got) => JSON.stringify(got)).sort()]);
}

function headOf({ name, place: { source, start } }: RequestTest): PlanTests['failing'][number] {
  return { name, origin: { file: source.path, ...lineColumn(source, start) } };
}

function testedSide({ verdict, results, missing }: RequestVerdict): TestedSide {
  return { result: verdict, results, missing };
}
