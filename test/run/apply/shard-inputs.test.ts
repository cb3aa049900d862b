import { expect, it } from 'vitest';
import type { Desired } from '../../../src/model/desired.ts';
import type { Approval, RemovedDocument } from '../../../src/model/workspace/workspace-document.ts';
import { shardInputs } from '../../../src/run/apply/apply-environment.ts';
import { workspaceOf } from '../../lint/workspace-of.ts';
import type { Adoption } from '../../../src/model/workspace/environment.ts';

type Read = Parameters<typeof shardInputs>[0];

const { settings, approvals, removed } = workspaceOf({});
const workspace = { settings, approvals, removed };
const one = { address: 'endpoint/a', kind: 'endpoint', spec: {}, formerly: [] } as unknown as Desired;
const adoption = { address: 'endpoint/b', id: 'ep_1' } as unknown as Adoption;
const environment: Read['environment'] = { adopt: [], drift: 'report' };
const read: Read = { desired: [one], workspace, environment, api: 'https://api.example.com' };

it.each<[string, string, Partial<Read>]>([
  ['declares something else', 'resources', { desired: [] }],
  ['knows a resource by a former name', 'resources', { desired: [{ ...one, formerly: ['endpoint/z'] }] }],
  ['adopts an object', 'adopt', { environment: { ...environment, adopt: [adoption] } }],
  ['reverts drift', 'settings', { environment: { ...environment, drift: 'revert' } }],
  ['writes to another API', 'api', { api: 'https://api.example.org' }],
  ['has approved more', 'approvals', { workspace: { ...workspace, approvals: [{} as Approval] } }],
  ['removes more', 'removed', { workspace: { ...workspace, removed: [{} as RemovedDocument] } }],
  [
    'has other settings',
    'settings',
    {
      workspace: {
        ...workspace,
        settings: workspaceOf({ 'edgewright.yaml': 'version: 1 # other' }).settings,
      },
    },
  ],
])('a shard that %s differs in its `%s`', (_what, name, other) => {
  const [mine, theirs] = [shardInputs(read), shardInputs({ ...read, ...other })];
  const differing = Object.keys(mine).filter(
    (each) => mine[each as keyof typeof mine] !== theirs[each as keyof typeof mine],
  );
  expect(differing).toEqual([name]);
});
