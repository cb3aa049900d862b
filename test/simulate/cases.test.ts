/** The engine against cases that were written from the facts alone. */
import { stringify } from 'yaml';
import { expect, test } from 'vitest';
import { workspaceOf } from '../lint/workspace-of.ts';
import { caseFiles, caseWorkspace, type RequestCase } from './case-files.ts';
import { resultsIn } from './tests-of.ts';

const cases = [...caseFiles].flatMap(([file, list]) =>
  list.map((one) => [`${file} ${one.name}`, one] as const),
);

test.each(cases)('%s', (_, { files, env = 'production', test: request, outcome, missing = [] }) => {
  const [result] = resultsOf({ files, env, request });
  const { verdict, ...rest } = result ?? { verdict: 'not run' };
  expect({ verdict, ...(verdict === outcome ? {} : rest) }).toEqual({ verdict: outcome });
  const given = 'missing' in rest ? rest.missing.map(({ give }) => give) : [];
  expect(given).toEqual(
    expect.arrayContaining(missing.map((name) => expect.stringContaining(name) as string)),
  );
});

interface OneRequest extends Pick<RequestCase, 'files'> {
  readonly env: string;
  readonly request: RequestCase['test'];
}

function resultsOf({ files, env, request }: OneRequest) {
  const tests = { tests: [{ name: 'case', environments: [env], ...request }] };
  const workspace = workspaceOf({ ...files, 'tests/case.yaml': stringify(tests) }, caseWorkspace);
  const read = workspace.requestTests?.() ?? { files: [], diagnostics: [] };
  expect(read.diagnostics.map(({ message }) => message)).toEqual([]);
  return resultsIn(workspace, read).map(({ result }) => result);
}
