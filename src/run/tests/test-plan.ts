import type { EnvironmentSides } from '../../model/desired.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { ChangedTest, PlanTests, TestedSide } from '../../model/traffic/plan-tests.ts';
import type { RequestTest, RequestVerdict } from '../../model/traffic/request-test.ts';
import type { Address } from '../../model/workspace/address.ts';
import { liveServers, type TrafficServer } from '../../routing/traffic-server.ts';
import { edgesOf } from '../../routing/edges.ts';
import { sidesOfPlan } from '../../routing/traffic/plan-traffic.ts';
import { compareRequestTests, type TestSide } from '../../simulate/run-tests.ts';
import { failureTexts } from '../../report/tests/request-words.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { lineColumn } from '../../text/line-column.ts';
import { namesOfIds } from './run-all-tests.ts';

/** The tests of requests on what is live, and on what it will be when the steps that apply does are done. */
export function testsOfPlan(made: SidesOfTests): PlanTests | undefined {
  const compared = compareOn(made, sidesOfPlan(made.plan.steps, made.live));
  if (compared.length === 0) return undefined;
  return {
    count: compared.length,
    changed: compared.filter(isChanged),
    failing: compared.flatMap(({ name, origin, after: { result } }) =>
      result === 'ok' ? [] : [{ name, origin, result }],
    ),
  };
}

/** The tests of requests that some drifted resources change: on them as last written, and on what is live. */
export function testsOfDrift(
  { ledger, ...made }: SidesOfTests & Pick<EnvironmentSides, 'ledger'>,
  drifted: readonly Address[],
): readonly ChangedTest[] {
  const steps = new Map(made.plan.steps.map((step) => [step.address, step]));
  const entries = drifted.map((address) => {
    const { formerly = address, id } = steps.get(address) ?? {};
    const entry = ledger.resources[formerly];
    return { address, id: entry?.id ?? id, entry };
  });
  const ids = new Set(entries.map(({ id }) => id));
  const after = liveServers(made.live);
  const before = [
    ...after.filter(({ id }) => !ids.has(id)),
    ...entries.flatMap(({ address, entry }): readonly TrafficServer[] => {
      if (entry === undefined) return [];
      const { kind, id, edge_id: edge, observed } = entry;
      return [{ address, kind, id, spec: edge === undefined ? observed : { ...observed, edge_id: edge } }];
    }),
  ];
  return compareOn(made, { before, after }).filter(isChanged);
}

/** `circuit_breaker` of `circuit_breaker.tripped_duration`. */
function fieldOf(path: string): string {
  return /^[^.[]*/.exec(path)?.[0] ?? path;
}

/** The input of a run on a plan or on drift. */
export interface SidesOfTests extends Omit<EnvironmentSides, 'ledger'> {
  readonly plan: Pick<Plan, 'steps'>;
}

function compareOn(
  {
    workspace: { requestTests, environments, settings },
    environment: { name: environment, ids },
    plan: { steps },
    live,
    desired,
  }: SidesOfTests,
  { before, after }: Record<'before' | 'after', TestSide['servers']>,
): readonly ChangedTest[] {
  const tests = requestTests?.().files.flatMap((file) => file.tests) ?? [];
  if (tests.length === 0) return [];
  // Fields in sync are read from the files, where secrets have names for which tests have stand-ins.
  const declared = new Map(desired.map(({ address, spec }) => [address, spec]));
  const changed = new Map(
    steps.map(({ address, changes }) => [address, new Set(changes.map(({ path }) => fieldOf(path)))]),
  );
  const fromFiles = (holder: TrafficServer): TrafficServer => {
    const fields = changed.get(holder.address);
    const spec = declared.get(holder.address);
    if (fields === undefined || spec === undefined) return holder;
    const inSync = Object.entries(spec).filter(([field]) => !fields.has(field));
    return { ...holder, spec: { ...holder.spec, ...Object.fromEntries(inSync) } };
  };
  const edges = edgesOf(ids.values(), live.listed);
  const side = (servers: TestSide['servers']): TestSide => ({
    environment,
    servers,
    edges,
    isOnly: environments.size === 1,
    nameOf: namesOfIds(ids),
    ownActions: settings.trafficPolicy.actions,
  });
  // An object that is the same on both sides stays the same.
  const shown = new Map(before.map((server) => [server, fromFiles(server)]));
  return compareRequestTests(
    tests,
    side([...shown.values()]),
    side(after.map((server) => shown.get(server) ?? fromFiles(server))),
  ).map(({ test, ...verdicts }) => ({
    ...headOf(test),
    before: testedSide(verdicts.before),
    after: testedSide(verdicts.after),
  }));
}

/** A test of a URL that is newly served, and that is as expected, tells a reviewer nothing. */
function isChanged({ before, after }: Pick<ChangedTest, 'before' | 'after'>): boolean {
  if (before.results.every(({ code }) => code === 'nothing') && after.result === 'ok') return false;
  return outcomeOf(before) !== outcomeOf(after);
}

function outcomeOf({ result, results }: TestedSide): string {
  return JSON.stringify([result, ...results.map((got) => JSON.stringify(got)).sort()]);
}

function headOf({ name, place: { source, start } }: RequestTest): Pick<ChangedTest, 'name' | 'origin'> {
  return { name, origin: { file: source.path, ...lineColumn(source, start) } };
}

function testedSide({ verdict, results, missing, failures }: RequestVerdict): TestedSide {
  const [failure] = verdict === 'failed' ? failureTexts(failures) : [];
  return { result: verdict, results, missing, ...withoutUndefined({ failure }) };
}
