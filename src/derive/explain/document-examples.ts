import type { Json } from '../../model/value.ts';

/** An example of each document that is explained; a test lints them together. */
export const settings: Json = {
  version: 1,
  resources: ['resources/**/*.yaml'],
  ledger: { store: 'file', lineage: '0f1e2d3c4b5a69788796a5b4c3d2e1f0' },
  secrets: ['SHOP_OIDC'],
  lint: {
    preset: 'recommended',
    rules: { 'route-unprotected': 'error' },
    overrides: [{ addresses: ['https-route/*'], rules: { 'route-unprotected': 'warn' } }],
    baseline: 'edgewright-baseline.json',
  },
  safety: { max_deletes: 0, max_changed_percent: 30, protect: ['https-route/shop'] },
  policies: {
    'quick-recovery': {
      kinds: ['https-route'],
      where: 'has(spec.circuit_breaker)',
      assert: 'spec.circuit_breaker.tripped_duration <= 60',
      message: '`tripped_duration` of {{ name }} is more than a minute',
      why: 'A shop that is closed for longer loses its customers.',
      severity: 'warn',
    },
  },
  marker: true,
  snapshot_key: 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
};

export const environment: Json = {
  vars: { domain: 'example.com' },
  ids: { 'https-edge/main': 'edghts_2NA', 'backend/shop': 'bkdhr_2NC' },
  adopt: { 'https-route/shop': 'edghts_2NA/edghtsrt_2ND' },
  drift: 'report',
};

export const resource: Json = {
  kind: 'https-route',
  name: 'shop',
  labels: { team: 'payments' },
  uses: ['guarded'],
  formerly: ['store'],
  environments: ['production'],
  spec: {
    edge_id: 'https-edge/main',
    match_type: 'path_prefix',
    match: '/shop',
    backend: { backend_id: 'backend/shop' },
  },
  overrides: { production: { description: 'the shop of $(domain)' } },
};

export const preset: Json = {
  kind: 'preset',
  name: 'guarded',
  spec: {
    oidc: {
      issuer: 'https://login.example.com',
      client_id: 'shop',
      client_secret: '$(secret:SHOP_OIDC)',
      scopes: ['openid'],
    },
  },
};

export const removed: Json = { kind: 'removed', address: 'https-route/cart', then: 'retire' };

export const approval: Json = {
  kind: 'approval',
  allow: 'exposure',
  address: 'https-route/shop',
  environment: 'production',
  change: '4f1c0903b1d24e0f9a7c55d0c8e1b2f3',
  reason: 'the shop is public from Monday on, SEC-412',
};

export const policy: Json = { policies: (settings as { readonly policies: Json }).policies };

export const policyTest: Json = {
  tests: [
    {
      name: 'a minute is quick',
      policy: 'quick-recovery',
      environment: 'production',
      resource: {
        kind: 'https-route',
        name: 'shop',
        spec: {
          edge_id: 'https-edge/main',
          match_type: 'path_prefix',
          match: '/shop',
          backend: { backend_id: 'backend/shop' },
          circuit_breaker: { tripped_duration: 600 },
        },
      },
      expect: 'fail',
      message: '`tripped_duration` of shop is more than a minute',
    },
  ],
};
