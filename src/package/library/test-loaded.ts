import type { Diagnostic } from '../../model/diagnostic.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { cleanDocument } from '../../report/text/json.ts';
import { chooseEnvironments } from '../../run/session/workspace/choose-environments.ts';
import type { TestedWorkspace } from '../../run/tests/run-all-tests.ts';
import type { LoadedWorkspace, TestedRequest, TestingOptions, TestOutput } from './library-options.ts';
import { EdgewrightError, libraryCall, loadedOf } from './open-loaded.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/** Runs tests by the files alone; the result is the document of `edgewright test --format json`. */
export async function testLoaded(
  workspace: LoadedWorkspace,
  options: TestingOptions = {},
): Promise<TestOutput> {
  const loaded = loadedOf(workspace);
  return libraryCall(loaded, async (io) => {
    const [{ runTests }, { testDocument }, { lintForEnvironment }] = await Promise.all([
      import('../../run/tests/run-all-tests.ts'),
      import('../../report/tests/test-results.ts'),
      import('../../run/lint/lint-workspace.ts'),
    ]);
    const report = await runTests({
      workspace: loaded.workspace,
      environments: chooseEnvironments(loaded.workspace, options.environments),
      ...(await testsOf(loaded.workspace, options.requests)),
      desiredOf: async (name) =>
        (
          await lintForEnvironment(
            { io, workspace: loaded.workspace, environment: { name } },
            { mayBeSent: true },
          )
        ).desired,
    });
    if ('mistakes' in report)
      throw new EdgewrightError(report.mistakes[0]?.message ?? 'a test cannot be run', {
        exitCode: exitCodes.configuration,
        help: '`edgewright explain test` shows a test',
      });
    return cleanDocument(testDocument(report), io.secrets) as TestOutput;
  });
}

/**
 * Throws an `EdgewrightError` unless the request gets what is expected in each environment that has a resource for it.
 */
export async function expectRequest(
  workspace: LoadedWorkspace,
  { environments, ...request }: TestedRequest & Pick<TestingOptions, 'environments'>,
): Promise<void> {
  const name = typeof request.request === 'string' ? request.request : request.request.url;
  const { tests } = await testLoaded(workspace, {
    ...withoutUndefined({ environments }),
    requests: [{ name, ...request }],
  });
  const wrong = tests.filter(({ result }) => result !== 'ok');
  if (tests.length > 0 && wrong.length === 0) return;
  const [first] = wrong;
  const [missing] = first?.missing ?? [];
  const give = missing?.give;
  throw new EdgewrightError(first?.message ?? `${name}: no environment has a resource for it`, {
    exitCode: exitCodes.configuration,
    help: give === undefined ? undefined : `add \`${give}\``,
  });
}

/** The tests of the files, or requests as if they were in a file. */
async function testsOf(
  workspace: Workspace,
  given: TestingOptions['requests'],
): Promise<Pick<TestedWorkspace, 'requests' | 'policies' | 'mistakes'>> {
  if (given === undefined) {
    const none = { files: [], diagnostics: [] };
    const [requests, policies] = [workspace.requestTests?.() ?? none, workspace.policyTests?.() ?? none];
    return {
      requests: requests.files.flatMap(({ tests }) => tests),
      policies: policies.files.flatMap(({ tests }) => tests),
      mistakes: [...requests.diagnostics, ...policies.diagnostics].filter(
        ({ severity }) => severity === 'error',
      ),
    };
  }
  const [{ readTests }, { readYaml }] = await Promise.all([
    import('../../workspace/settings/request-tests.ts'),
    import('../../derive/yaml/read-yaml.ts'),
  ]);
  const source = { path: 'requests', text: JSON.stringify({ tests: given }) };
  const mistakes: Diagnostic[] = [];
  const { documents } = readYaml(source);
  const requests = documents.flatMap((document) => readTests({ source, diagnostics: mistakes }, document));
  return { requests, policies: [], mistakes: mistakes.filter(({ severity }) => severity === 'error') };
}
