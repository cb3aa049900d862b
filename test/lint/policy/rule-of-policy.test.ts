import { expect, test } from 'vitest';
import { checkPolicies } from '../../../src/lint/policy/run-policies.ts';
import { workspaceOf } from '../workspace-of.ts';
import { settingsWith } from './settings-with.ts';

test('a policy is a rule of this workspace, and nothing that the API states', () => {
  const settings = settingsWith({ described: { assert: 'has(spec.description)', message: 'it has none' } });
  const workspace = workspaceOf({ 'edgewright.yaml': settings });
  const { rules, diagnostics } = checkPolicies(workspace.settings, ['production']);
  expect(diagnostics).toEqual([]);
  expect(rules).toMatchObject([
    { id: 'policy/described', group: 'policy', source: 'lint-policies', isMust: false, fix: 'none' },
  ]);
});
