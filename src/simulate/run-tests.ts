import type { TrafficServer } from '../routing/traffic-server.ts';
import type { RequestTest, RequestTestResult } from '../model/traffic/request-test.ts';
import type { Edges } from '../routing/edges.ts';
import { parseRequest } from '../routing/traffic/request.ts';
import { openSide } from '../routing/traffic/side-index.ts';
import { checkExpectation } from './check-expectation.ts';
import { openSimulator } from './simulate.ts';

/** The resources of an environment, as declared or as live. */
export interface TestSide {
  readonly environment: string;
  readonly servers: readonly TrafficServer[];
  readonly edges: Edges;
  /** The name of an id in `ids`, or the id itself. */
  readonly nameOf: (id: string) => string;
}

/** Runs the tests of an environment: those that name it, and those that name none and whose URL a resource serves. */
export function runRequestTests(tests: readonly RequestTest[], from: TestSide): readonly RequestTestResult[] {
  const { environment, servers, edges, nameOf } = from;
  const side = openSide({ servers, edges });
  const simulator = openSimulator({ side, nameOf });
  return tests.flatMap((test) => {
    const { environments, facts, expect } = test;
    const isMeant = environments?.some(({ name }) => name === environment);
    const parsed = isMeant === undefined ? parseRequest(facts.url, facts) : undefined;
    const isServed =
      parsed !== undefined &&
      'request' in parsed &&
      side.takersOf(parsed.request).some(({ owners }) => owners.length > 0);
    return isMeant === true || isServed
      ? [{ test, environment, result: checkExpectation(simulator, facts, expect) }]
      : [];
  });
}
