import { expect, test } from 'vitest';
import { asSent, isServiceForm } from '../../src/derive/compare/service-form.ts';
import { fieldAt } from '../../src/derive/forms/fields.ts';
import type { Json, Path } from '../../src/model/value.ts';

test.each<[Path, Json | undefined, Json | undefined, boolean]>([
  [['description'], ' two words\n', 'two words', true],
  [['description'], 'one\ntwo', 'one\r\ntwo', true],
  [['description'], 'Z\u00fcrich', 'Zu\u0308rich', true],
  [['description'], 'one', 'One', false],
  [['metadata'], '{"a":1,"b":[2]}', '{ "b": [2], "a": 1 }', true],
  [['metadata'], '{"a":1}', '{"a":2}', false],
  [['match'], '/a%7Eb', '/a~b', true],
  [['match'], '/a/', '/a', false],
  [['circuit_breaker', 'error_threshold_percentage'], 0.1, 0.10000000149011612, true],
  [['circuit_breaker', 'error_threshold_percentage'], 0.1, 0.2, false],
  [['circuit_breaker', 'num_buckets'], 10, 11, false],
  [['compression', 'enabled'], true, undefined, true],
  [['compression', 'enabled'], false, undefined, false],
  [['compression', 'enabled'], true, false, false],
  [['oidc', 'issuer'], 'https://Login.example.com', 'https://login.example.com/', true],
  [['oidc', 'issuer'], 'https://login.example.com/a', 'https://login.example.com/b', false],
  [['oidc', 'issuer'], 'https://login.example.com', 'https://login.example.org/', false],
  [
    ['oauth', 'provider', 'github', 'email_addresses'],
    ['A@example.com', 'b@example.com'],
    ['b@example.com', 'a@example.com'],
    true,
  ],
  [['oauth', 'provider', 'github', 'email_addresses'], ['a@example.com'], [], false],
  [['oauth', 'provider', 'github', 'teams'], ['Acme/Core'], ['acme/core'], true],
  [['ip_restriction', 'ip_policy_ids'], ['ipp_A'], ['ipp_a'], false],
])('%j: %j kept as %j: %s', (path, sent, kept, isForm) => {
  expect(isServiceForm(fieldAt('https-route', path), sent, kept)).toBe(isForm);
});

const entry = {
  uid: 'u',
  kind: 'https-route',
  id: 'edghtsrt_1',
  observed_at: '2026-01-01T00:00:00Z',
  is_protected: false,
  applied: { oidc: { enabled: true, issuer: 'https://a.example.com', client_secret: { $secret: {} } } },
  observed: { oidc: { issuer: 'https://a.example.com/', client_secret: { $secret: {} } } },
} as const;

test('a form counts as sent only where our own write left it', () => {
  const sent = { enabled: true, issuer: 'https://a.example.com' };
  const ours = asSent('https-route', entry, { oidc: { issuer: 'https://a.example.com/' } });
  expect([ours.live['oidc'], ours.entry.observed['oidc']]).toMatchObject([sent, sent]);
  const outside = { oidc: { issuer: 'https://a.example.com//' } };
  expect(asSent('https-route', entry, outside).live['oidc']).toMatchObject(outside.oidc);
});

test('a form that the files have taken over stays', () => {
  const wanted = { oidc: { issuer: 'https://a.example.com/' } };
  const { live } = asSent('https-route', entry, wanted, wanted);
  expect(live['oidc']).toMatchObject(wanted.oidc);
});
