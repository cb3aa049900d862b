import { expect, test } from 'vitest';
import { knownSecrets } from '../../src/derive/secrets/known-secrets.ts';
import { managedIn } from '../../src/derive/secrets/managed-objects.ts';

test('a value at a path that the ledger marks as secret is known, even if its variable is not set', () => {
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
  const seen = managed.flatMap(knownSecrets).map((secret) => secret.reveal());
  expect(seen).toEqual(expect.arrayContaining(['correct-horse-one', 'battery-staple']));
});
