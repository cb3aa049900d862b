import { describe, expect, it } from 'vitest';
import type { LedgerState } from '../../../src/model/ledger.ts';
import type { Plan } from '../../../src/model/plan/plan.ts';
import { partOfShard } from '../../../src/workflow/apply/part-of-shard.ts';
import type { Adoption, ApprovalDocument } from '../../../src/model/workspace.ts';
import { aRun } from '../../ledger/a-run.ts';
import { workspaceOf } from '../../lint/workspace-of.ts';

const lacking = {
  action: 'create',
  address: 'endpoint/b',
  kind: 'endpoint',
  requests: [{}],
  missingSecrets: ['TOKEN'],
};
const plan = { environment: 'production', steps: [lacking], notes: [], refusals: [] } as unknown as Plan;
const ledger = { resources: {}, orphans: {} } as unknown as LedgerState;

const adoption = { address: 'endpoint/b', id: 'ep_1' } as unknown as Adoption;

type Planned = Parameters<typeof partOfShard>[1];

const { settings, approvals, removed } = workspaceOf({});
const planned: Planned = {
  ...{ plan, desired: [], ledger, api: 'https://api.example.com' },
  workspace: { settings, approvals, removed },
  environment: { adopt: [] },
};

const partWith = (
  stored: (own: string) => string,
  other: Partial<Planned> = {},
): ReturnType<typeof partOfShard> =>
  partOfShard(
    { run: aRun, divide: (text) => Promise.resolve(stored(text)) },
    { ...planned, ...other },
    { number: 1, of: 2 },
  );

describe('the part of a shard', () => {
  it.each([
    ['no JSON', () => 'shards'],
    ['nothing', () => ''],
    ['another format', (own: string) => own.replace('"format":1', '"format":2')],
    ['no groups', (own: string) => own.replace('"groups"', '"group"')],
    ['groups of something else', (own: string) => own.replace('"groups":[]', '"groups":[[1]]')],
  ])('is not guessed where the stored division is %s', async (_what, stored) => {
    await expect(partWith(stored)).rejects.toMatchObject({
      exitCode: 5,
      message: expect.stringMatching(/^the division among the shards .* cannot be read/) as string,
    });
  });

  it.each<[string, Partial<Planned>]>([
    ['adopts another object', { environment: { adopt: [adoption] } }],
    ['writes to another API', { api: 'https://api.example.org' }],
    [
      'has other settings',
      {
        workspace: {
          approvals,
          removed,
          settings: workspaceOf({ 'edgewright.yaml': 'version: 1 # other' }).settings,
        },
      },
    ],
    ['has approved more', { workspace: { settings, removed, approvals: [{} as ApprovalDocument] } }],
  ])('is refused to a run that %s', async (_what, other) => {
    let first = '';
    await partWith((own) => (first = own));
    await expect(partWith(() => first)).resolves.toBeDefined();
    await expect(partWith(() => first, other)).rejects.toMatchObject({ exitCode: 5 });
  });

  it('is refused for a secret that any shard would send', async () => {
    const parts = await Promise.all([
      partWith((own) => own),
      partWith((own) => own.replace('"groups":[]', '"groups":[["endpoint/a","endpoint/b"]]')),
    ]);
    for (const part of parts)
      expect(part.plan.refusals).toMatchObject([{ gate: 'secrets', addresses: ['endpoint/b'] }]);
  });
});
