import type { Step } from '../../src/model/plan/step.ts';
import { expect, test } from 'vitest';
import { knownSecrets, managedIn } from '../../src/derive/secrets/known-secrets.ts';
import { Secret } from '../../src/model/secret.ts';
import { hideKnown } from '../../src/plan/finish/hide-known.ts';

const lookup = (name: string): Secret | undefined =>
  name === 'ONE' ? new Secret('correct-horse-one') : name === 'SHORT' ? new Secret('fine') : undefined;
const step = {
  action: 'update',
  address: 'endpoint/a',
  kind: 'endpoint',
  reason: '',
  changes: [
    { path: 'description', cause: 'outside', before: 'is correct-horse-one', after: 'fine', isSecret: false },
    { path: 'bindings', cause: 'outside', before: ['public', 'x correct-horse-one'], isSecret: false },
  ],
  requests: [
    {
      operation: undefined,
      method: 'PATCH',
      path: '/endpoints/ep_1',
      body: { description: 'fine', metadata: 'is correct-horse-one' },
    },
  ],
  remedies: [],
  missingSecrets: [],
  hash: '',
  isProtected: false,
} as unknown as Step;

test('a string that contains a known secret is shown as a secret in every field', () => {
  const hidden = hideKnown([step], { names: ['ONE', 'SHORT', 'UNSET'], lookup, seen: () => [] });
  expect(JSON.stringify(hidden)).not.toContain('correct-horse');
  expect(hidden[0]?.changes).toEqual([
    { path: 'description', cause: 'outside', before: '(secret)', after: 'fine', isSecret: true },
    { path: 'bindings', cause: 'outside', before: ['public', '(secret)'], isSecret: true },
  ]);
  const [request] = hidden[0]?.requests ?? [];
  expect(request?.body?.['description']).toBe('fine');
  const { metadata } = request?.body ?? {};
  expect(metadata instanceof Secret && metadata.reveal()).toBe('is correct-horse-one');
});

test('a step without a secret is returned unchanged', () => {
  expect(hideKnown([step], { names: ['SHORT'], lookup, seen: () => [new Secret('********')] })[0]).toBe(step);
});

test('a value at a path that the ledger marks as secret is hidden elsewhere, even if its variable is not set', () => {
  const entry = {
    uid: 'u',
    kind: 'https-route',
    id: 'edghtsrt_1',
    edge_id: 'edghts_1',
    observed_at: '2026-01-01T00:00:00Z',
    is_protected: false,
    observed: {
      request_headers: {
        add: { 'x-upstream': { $secret: { template: 'to $(secret:ONE)' } }, 'x-own': { $secret: {} } },
      },
    },
  } as const;
  const spec = {
    request_headers: { add: { 'X-Upstream': 'to correct-horse-one', 'x-own': 'battery-staple' } },
  };
  const live = { kind: 'https-route', id: 'edghtsrt_1', spec, isManageable: true } as const;
  const managed = managedIn({
    ledger: { resources: { 'https-route/a': entry }, orphans: {} },
    live: { known: new Map([['https-route/a', live]]), orphans: new Map() },
    desired: [],
  });
  const seen = (): readonly Secret[] => managed.flatMap(knownSecrets);
  const hidden = hideKnown([step], { names: [], lookup: () => undefined, seen });
  expect(JSON.stringify(hidden)).not.toContain('correct-horse');
  expect(seen().map((secret) => secret.reveal())).toContain('battery-staple');
});
