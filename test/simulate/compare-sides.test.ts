/** A plan runs a test twice only where it changes an object. */
import { expect, test } from 'vitest';
import { sideOf } from '../../src/run/tests/run-all-tests.ts';
import { compareRequestTests } from '../../src/simulate/run-tests.ts';
import { compile } from '../../src/workspace/compile/compile.ts';
import { workspaceOf } from '../lint/workspace-of.ts';
import { caseWorkspace } from './case-files.ts';

const files = {
  'resources/a.yaml':
    'kind: endpoint\nname: a\nspec:\n  url: https://a.example.com\n  traffic_policy:\n    on_http_request:\n      - actions: [{ type: deny, config: { status_code: 403 } }]\n',
  'tests/a.yaml':
    'tests:\n  - { name: a, environments: [production], request: https://a.example.com/, expect: { status: 403 } }\n',
};

test('without a change, both sides have the verdict of one run', () => {
  const workspace = workspaceOf(files, caseWorkspace);
  const environment = workspace.environments.get('production')!;
  const tests = workspace.requestTests?.().files.flatMap((file) => file.tests) ?? [];
  const side = sideOf(environment, compile(workspace, 'production').desired, workspace);
  const [kept] = compareRequestTests(tests, side, { ...side, servers: [...side.servers] });
  expect(kept?.before).toMatchObject({ verdict: 'ok' });
  expect(kept?.after).toBe(kept?.before);
  const servers = side.servers.map((server) => ({
    ...server,
    spec: { ...server.spec, traffic_policy: '{}' },
  }));
  const [changed] = compareRequestTests(tests, side, { ...side, servers });
  expect(changed).toMatchObject({ before: { verdict: 'ok' }, after: { verdict: 'undecided' } });
});
