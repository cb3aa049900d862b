import { describe, expect, it } from 'vitest';
import type { LedgerState } from '../../../src/model/ledger/ledger.ts';
import type { Plan } from '../../../src/model/plan/plan.ts';
import { partOfShard } from '../../../src/run/apply/apply-environment.ts';

const lacking = {
  action: 'create',
  address: 'endpoint/b',
  kind: 'endpoint',
  requests: [{}],
  missingSecrets: ['TOKEN'],
};
const plan = { environment: 'production', steps: [lacking], notes: [], refusals: [] } as unknown as Plan;
const ledger = { resources: {}, orphans: {} } as unknown as LedgerState;

const partWith = (stored: (own: string) => string): ReturnType<typeof partOfShard> =>
  partOfShard(
    { divide: (text) => Promise.resolve(stored(text)) },
    { plan, desired: [], ledger },
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

  it('is refused for a secret that any shard would send', async () => {
    const parts = await Promise.all([
      partWith((own) => own),
      partWith((own) => own.replace('"groups":[]', '"groups":[["endpoint/a","endpoint/b"]]')),
    ]);
    for (const part of parts)
      expect(part.plan.refusals).toMatchObject([{ gate: 'secrets', addresses: ['endpoint/b'] }]);
  });
});
