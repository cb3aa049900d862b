import { compile } from '../../src/workspace/compile/compile.ts';
import type { TestFiles } from '../../src/model/traffic/test-report.ts';
import type { RequestTest, RequestTestResult } from '../../src/model/traffic/request-test.ts';
import type { TraceAnswer } from '../../src/model/traffic/trace.ts';
import type { Workspace } from '../../src/model/workspace/workspace.ts';
import { openSide } from '../../src/routing/traffic/side-index.ts';
import { sideOf } from '../../src/run/tests/run-all-tests.ts';
import { traceSide } from '../../src/simulate/request-way.ts';
import { runRequestTests, type TestSide } from '../../src/simulate/run-tests.ts';

/** Runs tests in each environment of a workspace. */
export function resultsIn(
  workspace: Workspace,
  { files }: TestFiles<RequestTest>,
): readonly RequestTestResult[] {
  const tests = files.flatMap((file) => file.tests);
  return [...workspace.environments.values()].flatMap((environment) => {
    const { desired } = compile(workspace, environment.name);
    return runRequestTests(tests, sideOf(environment, desired, workspace));
  });
}

/** A test, and the ways that its request can take. */
export interface TracedTest {
  readonly facts: RequestTest;
  readonly answers: readonly TraceAnswer[];
  readonly side: TestSide;
}

/** The first test of a workspace, traced; undefined if none can be read. */
export function tracedIn(workspace: Workspace, env: string): TracedTest | undefined {
  const [facts] = workspace.requestTests?.().files.flatMap(({ tests }) => tests) ?? [];
  const environment = workspace.environments.get(env);
  if (facts === undefined || environment === undefined) return undefined;
  const side = sideOf(environment, compile(workspace, env).desired, workspace);
  const context = { side: openSide(side), nameOf: side.nameOf, originOf: () => undefined };
  return { facts, answers: traceSide(context, facts.facts), side };
}
