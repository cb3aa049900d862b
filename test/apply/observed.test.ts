import { expect, it, test } from 'vitest';
import { observedIn } from '../../src/apply/entries.ts';
import type { ApplyRun } from '../../src/apply/apply-run.ts';
import { Secret } from '../../src/model/secret.ts';
import { SecretReference } from '../../src/model/secret-reference.ts';

const run = { secrets: () => new Secret('hunter2-hunter2') } as unknown as ApplyRun;

function verification(secret: SecretReference | string) {
  return { webhook_verification: { enabled: true, provider: 'github', secret } };
}

it.each([
  ['***', { hidden: true }],
  ['hunter2-hunter2', { template: '$(secret:HOOK)' }],
  ['another secret', {}],
])('for a secret returned as %j the ledger keeps %j', (answered, kept) => {
  const live = { kind: 'https-route', spec: verification(answered) } as unknown as Parameters<
    typeof observedIn
  >[1];
  const desired = verification(new SecretReference([{ secret: 'HOOK' }]));
  expect(observedIn(run, live, { uid: 'u', desired, before: undefined })).toEqual({
    webhook_verification: { enabled: true, provider: 'github', secret: { $secret: kept } },
  });
});

test('a secret that only the ledger knows is not kept in clear, while live still has it', () => {
  const before = {
    observed: { webhook_verification: { secret: { $secret: { template: '$(secret:HOOK)' } } } },
  };
  const live = { kind: 'https-route', spec: verification('hunter2-hunter2') };
  const kept = observedIn(
    run,
    live as unknown as Parameters<typeof observedIn>[1],
    { uid: 'u', desired: {}, before } as unknown as Parameters<typeof observedIn>[2],
  );
  expect(JSON.stringify(kept)).not.toContain('hunter2');
});
