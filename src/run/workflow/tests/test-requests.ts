import type { Io } from '../../../model/io.ts';
import type { Desired } from '../../../model/desired.ts';
import type { Related } from '../../../model/diagnostic.ts';
import type { ExitCode } from '../../../model/errors.ts';
import { problem } from '../../../model/problem.ts';
import type { TestedCase } from '../../../model/test-report.ts';
import type { RequestTest, RequestTestResult } from '../../../model/traffic/request-test.ts';
import type { SimulatedOutcome, SimulationPlace, Unknown } from '../../../model/traffic/simulation.ts';
import type { Environment, Workspace } from '../../../model/workspace.ts';
import { locateInResource } from '../../../lint/locate/in-resource.ts';
import { mismatchText, unknownHelp, unknownText } from '../../../report/tests/request-words.ts';
import { edgesOf } from '../../../routing/edges.ts';
import { desiredHolders } from '../../../routing/traffic/desired-holders.ts';
import { runRequestTests, type TestSide } from '../../../simulate/run-tests.ts';
import { lintForEnvironment } from '../lint/lint-workspace.ts';

/** The tests of what requests get, in each environment; the exit code if one of them has errors, which are printed. */
export async function testRequests(
  io: Io,
  workspace: Workspace,
  environments: readonly Environment[],
  tests: readonly RequestTest[],
): Promise<readonly TestedCase[] | ExitCode> {
  const cases: TestedCase[] = [];
  for (const environment of environments) {
    const { desired, failure } = await lintForEnvironment(io, workspace, environment.name);
    if (failure !== undefined) return failure;
    const results = runRequestTests(tests, sideOf(environment, desired));
    const byAddress = new Map(desired.map((resource) => [resource.address, resource]));
    cases.push(...results.map((result) => testedCase(result, byAddress)));
  }
  return cases;
}

/** The name of an id in `ids`, or the id itself. */
export function namesOfIds(ids: Environment['ids']): (id: string) => string {
  const names = new Map([...ids.values()].map((one) => [one.id, one.name]));
  return (id) => names.get(id) ?? id;
}

/** The declared resources of an environment. */
export function sideOf({ name, ids }: Environment, desired: readonly Desired[]): TestSide {
  return {
    environment: name,
    holders: desiredHolders(desired),
    edges: edgesOf(ids.values(), []),
    nameOf: namesOfIds(ids),
  };
}

/** A result with the place of what decided it. */
export function testedCase(
  { test, environment, result }: RequestTestResult,
  resources: ReadonlyMap<string, Desired>,
): TestedCase {
  const base = {
    kind: 'request',
    name: test.name,
    place: test.place,
    environment,
    outcome: result.outcome,
  } as const;
  switch (result.verdict) {
    case 'ok':
      return { ...base, result: 'ok' };
    case 'failed': {
      const [first, ...rest] = result.mismatches.map((one) => mismatchText(one, result.outcome));
      const place = test.expectPlaces[result.mismatches[0]?.key ?? ''] ?? test.place;
      const finding = problem('test-failed', place, `${test.name}: ${first ?? ''}`, {
        related: relatedOf(result.outcome.decidedAt, resources, 'decided here'),
        environments: [environment],
        ...(rest.length === 0 ? {} : { why: `Also: ${rest.join('; ')}.` }),
      });
      return { ...base, result: 'failed', mismatches: result.mismatches, finding };
    }
    case 'undecided': {
      const [first] = result.missing;
      const help = first === undefined ? undefined : unknownHelp(first);
      const message = `${test.name}: ${first === undefined ? 'undecided' : unknownText(first)}`;
      const finding = problem('test-undecided', test.requestPlace, message, {
        related: relatedOf(placeOfUnknown(result.outcome, first), resources, 'needed here'),
        environments: [environment],
        ...(help === undefined ? {} : { help }),
      });
      return { ...base, result: 'undecided', missing: result.missing, finding };
    }
  }
}

/** Where an outcome needs a fact. */
function placeOfUnknown(
  { events, decidedAt }: SimulatedOutcome,
  unknown?: Unknown,
): SimulationPlace | undefined {
  const event = events.find((one) => one.code === 'undecided' && one.unknown.of === unknown?.of);
  return event !== undefined && 'at' in event ? event.at : decidedAt;
}

function relatedOf(
  at: SimulationPlace | undefined,
  resources: ReadonlyMap<string, Desired>,
  label: string,
): readonly Related[] {
  const resource = at === undefined ? undefined : resources.get(at.address);
  if (at === undefined || resource === undefined) return [];
  const { place } = locateInResource(resource, {
    path: at.path,
    ...(at.inside === undefined ? {} : { inside: at.inside }),
  });
  return [{ place, label }];
}
