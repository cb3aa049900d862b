import { chooseEnvironments } from '../../run/session/workspace/open-workspace.ts';
import { failureOf } from '../../run/session/ledger/failure-of.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { exitCodes } from '../../model/errors.ts';
import type { RequestTest } from '../../model/traffic/request-test.ts';
import type { Workspace } from '../../model/workspace.ts';
import { cleanDocument } from '../../report/text/clean-document.ts';
import { EdgewrightError } from './library-errors.ts';
import { libraryCall } from './library-io.ts';
import { lintError } from './lint-error.ts';
import { loadedOf } from './open-loaded.ts';
import type { LoadedWorkspace, TestedRequest, TestingOptions, TestOutput } from './library-options.ts';

/** Tests what requests get, by the files alone; the result is the document of `edgewright test --format json`. */
export async function testLoaded(
  workspace: LoadedWorkspace,
  options: TestingOptions = {},
): Promise<TestOutput> {
  const loaded = loadedOf(workspace);
  return libraryCall(loaded, async (io) => {
    const [{ testRequests }, { testDocument }, { lintEnvironment }] = await Promise.all([
      import('../../run/workflow/tests/test-requests.ts'),
      import('../../report/tests/test-results.ts'),
      import('../../run/workflow/lint/lint-workspace.ts'),
    ]);
    const report = await testRequests({
      workspace: loaded.workspace,
      environments: chooseEnvironments(loaded.workspace, options.environments),
      tests: await testsOf(loaded.workspace, options.requests),
      desiredOf: async (name) => {
        const result = await lintEnvironment(io, loaded.workspace, name);
        if (failureOf(result.diagnostics) !== undefined) throw lintError(result, name, io.secrets);
        return result.desired;
      },
    });
    if (typeof report === 'number') throw new Error('a run of tests ends with its results');
    return cleanDocument(testDocument(report), io.secrets) as TestOutput;
  });
}

/** Throws an `EdgewrightError` unless the request gets what is expected in each environment that has a resource for it. */
export async function expectRequest(
  workspace: LoadedWorkspace,
  { environments, ...request }: TestedRequest & Pick<TestingOptions, 'environments'>,
): Promise<void> {
  const name = typeof request.request === 'string' ? request.request : request.request.url;
  const { tests } = await testLoaded(workspace, {
    ...(environments === undefined ? {} : { environments }),
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
  requests: TestingOptions['requests'],
): Promise<readonly RequestTest[]> {
  if (requests === undefined) {
    const { files, diagnostics } = workspace.requestTests?.() ?? { files: [], diagnostics: [] };
    refuse(diagnostics[0]?.message);
    return files.flatMap(({ tests }) => tests);
  }
  const [{ readTests }, { readYaml }] = await Promise.all([
    import('../../workspace/settings/request-tests.ts'),
    import('../../workspace/yaml/read-yaml.ts'),
  ]);
  const source = { path: 'requests', text: JSON.stringify({ tests: requests }) };
  const diagnostics: Diagnostic[] = [];
  const { documents } = readYaml(source);
  const tests = documents.flatMap((document) => readTests({ source, diagnostics }, document));
  refuse(diagnostics[0]?.message);
  return tests;
}

function refuse(message: string | undefined): void {
  if (message === undefined) return;
  throw new EdgewrightError(message, {
    exitCode: exitCodes.configuration,
    help: '`edgewright explain test` shows a test',
  });
}
