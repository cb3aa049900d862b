import { compile } from '../../src/workspace/compile/compile.ts';
import type { TestFiles } from '../../src/model/traffic/test-report.ts';
import type { RequestTest, RequestTestResult } from '../../src/model/traffic/request-test.ts';
import type { Workspace } from '../../src/model/workspace.ts';
import { sideOf } from '../../src/run/tests/run-all-tests.ts';
import { runRequestTests } from '../../src/simulate/run-tests.ts';

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
