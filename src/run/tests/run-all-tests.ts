import type { Clock } from '../../model/io.ts';
import type { CompiledResource } from '../../model/desired.ts';
import type { Diagnostic, RelatedPlace } from '../../model/diagnostic.ts';
import { isServedUrl, nearUrl } from '../../routing/traffic/near-url.ts';
import { openSide } from '../../routing/traffic/side-index.ts';
import { problem } from '../../model/problem.ts';
import type { TestedCase, TestReport } from '../../model/traffic/test-report.ts';
import type { CoveredResource } from '../../model/traffic/test-cover.ts';
import type { RequestTest, RequestTestResult } from '../../model/traffic/request-test.ts';
import type { SimulatedOutcome, SimulationPlace } from '../../model/traffic/simulation.ts';
import { locateInResource } from '../../lint/locate/in-resource.ts';
import { failureTexts } from '../../report/tests/request-words.ts';
import { edgesOf, type EdgeHost } from '../../routing/edges.ts';
import { desiredServers } from '../../routing/traffic-server.ts';
import { openTests, type TestSide } from '../../simulate/run-tests.ts';
import type { TestMistakes } from './test-policies.ts';
import { timed } from './timed.ts';
import type { PolicyTest } from '../../model/policy.ts';
import type { Contradiction } from '../../model/traffic/contradiction.ts';
import type { Unknown } from '../../model/traffic/unknown.ts';
import type { Environment } from '../../model/workspace/environment.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { contradictionText, unknownHelp, unknownText } from '../../report/tests/unknown-words.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/** The input of a run of tests. */
export interface TestedWorkspace {
  readonly workspace: Workspace;
  readonly environments: readonly Environment[];
  readonly requests: readonly RequestTest[];
  readonly policies: readonly PolicyTest[];
  /** Of reading their files. */
  readonly mistakes: readonly Diagnostic[];
  /** The compiled resources of an environment. */
  readonly desiredOf: (environment: string) => Promise<readonly CompiledResource[]>;
  /** Whether the ways that the tests of requests take are counted. */
  readonly cover?: boolean;
  /** Measures how long each test takes; absent: nothing is measured. */
  readonly clock?: Pick<Clock, 'now' | 'elapsed'>;
}

/** Runs tests of lint policies and of requests in each environment that they are for. */
export async function runTests(tested: TestedWorkspace): Promise<TestReport | TestMistakes> {
  const { policies, mistakes } = tested;
  const ofPolicies = policies.length === 0 ? [] : (await import('./test-policies.ts')).testPolicies(tested);
  if ('mistakes' in ofPolicies) return { ...ofPolicies, mistakes: [...mistakes, ...ofPolicies.mistakes] };
  if (mistakes.length > 0) return { mistakes };
  const ofRequests = await testRequests(tested);
  return { ...ofRequests, cases: [...ofPolicies, ...ofRequests.cases] };
}

type RequestTesting = Pick<
  TestedWorkspace,
  'workspace' | 'environments' | 'requests' | 'desiredOf' | 'cover' | 'clock'
>;

/** With all environments, a test that none of them can run fails. */
export async function testRequests({
  workspace,
  environments,
  requests,
  desiredOf,
  cover = false,
  clock,
}: RequestTesting): Promise<TestReport> {
  if (requests.length === 0 && !cover) return { cases: [] };
  const cases: TestedCase[] = [];
  const covered: CoveredResource[] = [];
  const sides: TestSide[] = [];
  const coverage = cover ? (await import('./cover.ts')).coverOf : undefined;
  for (const environment of environments) {
    const desired = await desiredOf(environment.name);
    const side = sideOf(environment, desired, workspace);
    sides.push(side);
    const { isMeant, run } = openTests(side);
    const byAddress = new Map(desired.map((resource) => [resource.address, resource]));
    const results: RequestTestResult[] = [];
    for (const test of requests.filter(isMeant)) {
      const ran = timed(clock, () => ({ test, environment: environment.name, result: run(test) }));
      results.push(ran);
      cases.push({ ...testedCase(ran, byAddress), ...withoutUndefined({ ms: ran.ms }) });
    }
    covered.push(...(coverage?.(side, desired, results) ?? []));
  }
  const more = coverage === undefined ? {} : { covered };
  return { cases: [...cases, ...unservedCases({ workspace, requests, cases }, sides)], ...more };
}

/** The tests that no environment has run, if all of them were asked. */
export function unservedCases(
  { workspace, requests, cases }: Pick<TestedWorkspace, 'workspace' | 'requests'> & Pick<TestReport, 'cases'>,
  sides: readonly TestSide[],
): readonly TestedCase[] {
  if (sides.length < workspace.environments.size) return [];
  const run = new Set(cases.map(({ place }) => place));
  return requests.filter(({ place }) => !run.has(place)).map((test) => unservedCase(test, sides));
}

function unservedCase(
  { name, place, requestPlace, facts: { url } }: RequestTest,
  sides: readonly TestSide[],
): TestedCase {
  const message = `${name}: no environment has a resource for \`${url}\``;
  const opened = sides.map((side) => openSide(side));
  const meant = nearUrl(url, opened);
  const help =
    meant === undefined
      ? unservedHelp(url)
      : `write \`${meant}\`${isServedUrl(meant, opened) ? ', which a resource serves' : ''}`;
  return {
    name,
    place,
    result: 'failed',
    finding: problem('test-unserved', requestPlace, message, { help }),
  };
}

function unservedHelp(url: string): string {
  const [edge] = /^https-edge\/[\w-]+/.exec(url) ?? [];
  return edge === undefined
    ? 'name its `environments`; where hosts of edges are not known, write `https-edge/<name>/…`'
    : `write a path that a route of \`${edge}\` takes, or name its \`environments\``;
}

/** The name of an id in `ids`, or the id itself. */
export function namesOfIds(ids: Environment['ids']): (id: string) => string {
  const names = new Map([...ids.values()].map((namedId) => [namedId.id, namedId.name]));
  return (id) => names.get(id) ?? id;
}

/** The declared resources of an environment. `hosts`: of HTTPS edges, which no file has. */
export function sideOf(
  { name, ids }: Environment,
  desired: readonly CompiledResource[],
  {
    environments,
    settings,
    hosts = [],
  }: Pick<Workspace, 'environments' | 'settings'> & { readonly hosts?: readonly EdgeHost[] },
): TestSide {
  return {
    environment: name,
    servers: desiredServers(desired),
    edges: edgesOf(ids.values(), [], hosts),
    isOnly: environments.size === 1,
    nameOf: namesOfIds(ids),
    ownActions: settings.trafficPolicy.actions,
  };
}

/** A result with the place of what decided it. */
function testedCase(
  { test, environment, result }: RequestTestResult,
  resources: ReadonlyMap<string, CompiledResource>,
): TestedCase {
  const base = {
    name: test.name,
    place: test.place,
    environment,
    result: result.verdict,
    results: result.results,
    missing: result.missing,
  } as const;
  const [first] = result.missing;
  const help = first === undefined ? undefined : unknownHelp(first);
  switch (result.verdict) {
    case 'ok':
      return base;
    case 'failed': {
      const [contradiction] = result.contradictions;
      if (contradiction !== undefined)
        return { ...base, finding: contradictionOf(contradiction, test, environment) };
      const all = result.failures.flatMap(({ mismatches }) => mismatches);
      const mismatches = [...new Map(all.map((mismatch) => [JSON.stringify(mismatch), mismatch])).values()];
      const [text = '', ...rest] = failureTexts(result.failures);
      const place = test.expectPlaces[mismatches[0]?.key ?? ''] ?? test.place;
      const why = [
        ...(rest.length === 0 ? [] : [`Also: ${rest.join('; ')}.`]),
        ...(first === undefined ? [] : [`Undecided: ${unknownText(first)}.`]),
      ];
      const finding = problem('test-failed', place, `${test.name}: ${text}`, {
        related:
          first === undefined
            ? relatedOf(result.outcome.decidedAt, resources, 'decided here')
            : relatedOf(placeOfUnknown(result.outcome, first), resources, 'needed here'),
        environments: [environment],
        ...(why.length === 0 ? {} : { why: why.join(' ') }),
        ...withoutUndefined({ help }),
      });
      return { ...base, mismatches, finding };
    }
    case 'undecided': {
      const message = `${test.name}: ${first === undefined ? 'undecided' : unknownText(first)}`;
      const finding = problem('test-undecided', test.requestPlace, message, {
        related: relatedOf(placeOfUnknown(result.outcome, first), resources, 'needed here'),
        environments: [environment],
        ...withoutUndefined({ help }),
      });
      return { ...base, finding };
    }
  }
}

/** A fact that cannot be, at its key. */
function contradictionOf(
  contradiction: Contradiction,
  { name, givenPlaces, place }: RequestTest,
  environment: string,
): Diagnostic {
  const { message, help } = contradictionText(contradiction);
  const key = contradiction.give.replace(/^given\./, '');
  return problem('test-contradiction', givenPlaces[key] ?? place, `${name}: ${message}`, {
    environments: [environment],
    help,
  });
}

/** Where an outcome needs a fact. */
function placeOfUnknown(
  { events, decidedAt }: SimulatedOutcome,
  unknown?: Unknown,
): SimulationPlace | undefined {
  const event = events.find(
    (simulationEvent) => simulationEvent.code === 'undecided' && simulationEvent.unknown.of === unknown?.of,
  );
  return event !== undefined && 'at' in event ? event.at : decidedAt;
}

export function relatedOf(
  at: SimulationPlace | undefined,
  resources: ReadonlyMap<string, CompiledResource>,
  label: string,
): readonly RelatedPlace[] {
  const resource = at === undefined ? undefined : resources.get(at.address);
  if (at === undefined || resource === undefined) return [];
  const { place } = locateInResource(resource, {
    path: at.path,
    ...withoutUndefined({ inside: at.inside }),
  });
  return [{ place, label }];
}
