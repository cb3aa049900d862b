import { type SecretMask, withoutWritten } from '../derive/secrets/written-secrets.ts';
import type { OwnActions } from '../derive/policy/own-actions.ts';
import type { TrafficServer } from '../routing/traffic-server.ts';
import type { RequestTest, RequestTestResult, RequestVerdict } from '../model/traffic/request-test.ts';
import type { Edges } from '../routing/edges.ts';
import type { SimulatedOutcome } from '../model/traffic/simulation.ts';
import { parseRequest } from '../routing/traffic/request.ts';
import { openSide } from '../routing/traffic/side-index.ts';
import { checkExpectation } from './check-expectation.ts';
import { openSimulator } from './simulate.ts';

/** The resources of an environment, as declared or as live. */
export interface TestSide {
  readonly environment: string;
  readonly servers: readonly TrafficServer[];
  readonly edges: Edges;
  /** Whether the workspace has no other environment: then a host whose edge is not known is one of its hosts. */
  readonly isOnly: boolean;
  /** The name of an id in `ids`, or the id itself. */
  readonly nameOf: (id: string) => string;
  /** The actions that the workspace declares. Absent: none. */
  readonly ownActions?: OwnActions;
}

/** Runs the tests of an environment: those that name it, and those that name none and whose URL a resource serves. */
export function runRequestTests(tests: readonly RequestTest[], from: TestSide): readonly RequestTestResult[] {
  const { environment } = from;
  const { isMeant, run } = openTests(from);
  return tests.filter(isMeant).map((test) => ({ test, environment, result: run(test) }));
}

/** Runs the tests that are meant for one of two sides on both of them. */
export function compareRequestTests(
  tests: readonly RequestTest[],
  before: TestSide,
  after: TestSide,
): readonly {
  readonly test: RequestTest;
  readonly before: RequestVerdict;
  readonly after: RequestVerdict;
}[] {
  const shown = withoutWritten([...before.servers, ...after.servers]);
  const openedBefore = openTests(before, shown);
  if (areSame(before.servers, after.servers)) {
    return tests.filter(openedBefore.isMeant).map((test) => {
      const verdict = openedBefore.run(test);
      return { test, before: verdict, after: verdict };
    });
  }
  const openedAfter = openTests(after, shown);
  return tests
    .filter((test) => openedAfter.isMeant(test) || openedBefore.isMeant(test))
    .map((test) => ({ test, before: openedBefore.run(test), after: openedAfter.run(test) }));
}

function areSame(some: TestSide['servers'], others: TestSide['servers']): boolean {
  return some.length === others.length && some.every((server, index) => server === others[index]);
}

export interface OpenedTests {
  readonly isMeant: (test: RequestTest) => boolean;
  readonly run: (test: RequestTest) => RequestVerdict;
  /** All that the request of a test may get. */
  readonly outcomesOf: (test: Pick<RequestTest, 'facts'>) => readonly SimulatedOutcome[];
}

/** Decides for each test whether it is meant for a side, and runs it there. */
export function openTests(
  { environment, servers, edges, isOnly, nameOf, ownActions }: TestSide,
  shown: SecretMask = withoutWritten(servers),
): OpenedTests {
  const side = openSide({ servers, edges, ownActions });
  const outcomesOf = openSimulator({ side, nameOf });
  return {
    isMeant: ({ environments, facts, expect }) => {
      if (environments !== undefined) return environments.some(({ name }) => name === environment);
      // That nothing serves a host holds in every environment.
      if (expect.connection === 'refused') return true;
      const parsed = parseRequest(facts.url, facts);
      const isTaken = isOnly || facts.given.edge !== undefined;
      return (
        'request' in parsed &&
        side
          .takersOf(parsed.request)
          .some(({ servers: some, isAssumed }) => some.length > 0 && (isTaken || !isAssumed))
      );
    },
    run: ({ facts, expect }) => shown(checkExpectation(outcomesOf, facts, expect)),
    outcomesOf: ({ facts }) => [...outcomesOf(facts)].map((outcome) => shown(outcome)),
  };
}
