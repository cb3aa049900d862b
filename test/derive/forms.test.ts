import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { differences } from '../../src/derive/compare/differences.ts';
import { hideLike, toLedgerForm, ledgerSecret } from '../../src/derive/forms/ledger-form.ts';
import { maskedValue } from '../../src/derive/forms/masked.ts';
import { fromReadForm, toLive } from '../../src/derive/forms/read-form.ts';
import { dotted } from '../../src/text/dotted-path.ts';
import { kinds } from '../../src/kinds/index.ts';
import { Secret } from '../../src/model/secret.ts';
import type { Spec } from '../../src/model/value.ts';
import { SecretReference } from '../../src/model/secret-reference.ts';
import { bodyText } from '../../src/derive/secrets/body-text.ts';

const nothing = (): undefined => undefined;
const route = kinds['https-route'].fields;

test('the read form becomes the write form: Refs to ids, nulls and read-only fields gone, secrets hidden (API 2.7, 2.8)', () => {
  const spec = fromReadForm(route, {
    id: 'edghtsrt_1',
    edge_id: 'edghts_1',
    uri: 'https://api.example/x',
    match: '/a',
    backend: { enabled: true, backend: { id: 'bkd_1', uri: 'https://api.example/b' } },
    ip_restriction: { enabled: true, ip_policies: [{ id: 'ipp_1', uri: 'u' }] },
    saml: { enabled: true, idp_metadata: '<x/>', entity_id: 'https://e' },
    oidc: { client_secret: 'hunter2' },
    compression: null,
    something_new: 1,
  });
  expect(maskedValue(spec)).toEqual({
    edge_id: 'edghts_1',
    match: '/a',
    backend: { enabled: true, backend_id: 'bkd_1' },
    ip_restriction: { enabled: true, ip_policy_ids: ['ipp_1'] },
    saml: { enabled: true, idp_metadata: '<x/>' },
    oidc: { client_secret: '(secret)' },
  });
});

test('one Ref where a list is due is a list of one (API 2.7 says "(Ref)")', () => {
  expect(fromReadForm(route, { ip_restriction: { ip_policies: { id: 'ipp_1', uri: 'u' } } })).toEqual({
    ip_restriction: { ip_policy_ids: ['ipp_1'] },
  });
});

test('only cloud endpoints are ours (API 1)', () => {
  expect(toLive('endpoint', { id: 'ep_1', type: 'cloud' }).isManageable).toBe(true);
  expect(toLive('endpoint', { id: 'ep_1', type: 'edge' }).isManageable).toBe(false);
  expect(toLive('tls-edge', { id: 'edgtls_1' }).isManageable).toBe(true);
});

test('a body holds the values, a masked value only how they are written, and what is missing is named', () => {
  const spec: Spec = {
    request_headers: { add: { authorization: new SecretReference(['Bearer ', { secret: 'UPSTREAM' }]) } },
    traffic_policy: { value: new SecretReference(['{"key":"', { secret: 'KEY', as: 'json' }, '"}']) },
  };
  const values = new Map([
    ['UPSTREAM', new Secret('abc')],
    ['KEY', new Secret('a"b')],
  ]);
  expect(bodyText(spec, (name) => values.get(name))).toEqual({
    text: JSON.stringify({
      request_headers: { add: { authorization: 'Bearer abc' } },
      traffic_policy: { value: '{"key":"a\\"b"}' },
    }),
  });
  expect(bodyText(spec, nothing)).toEqual({ missing: ['KEY', 'UPSTREAM'] });
  expect(maskedValue(spec)).toEqual({
    request_headers: { add: { authorization: 'Bearer $(secret:UPSTREAM)' } },
    traffic_policy: { value: '{"key":"$(secret:KEY)"}' },
  });
});

test('no printed form of a secret shows it', () => {
  const secret = new Secret('hunter2');
  for (const text of [
    String(secret),
    JSON.stringify({ secret }),
    inspect({ secret }, { depth: 9, showHidden: true }),
  ]) {
    expect(text).not.toContain('hunter2');
    expect(text).toContain('(secret)');
  }
});

test('the ledger keeps how a secret is written, and a fingerprint when there is a key', () => {
  const reference = new SecretReference([{ secret: 'OIDC' }]);
  const spec: Spec = { oidc: { client_secret: reference, client_id: 'shop' } };
  expect(toLedgerForm(spec, nothing)).toEqual({
    oidc: { client_secret: { $secret: { template: '$(secret:OIDC)' } }, client_id: 'shop' },
  });
  const kept = toLedgerForm(
    spec,
    () => new Secret('value'),
    (path) => dotted(path),
  );
  expect(ledgerSecret((kept['oidc'] as { client_secret: never }).client_secret)).toEqual({
    template: '$(secret:OIDC)',
    fingerprint: 'oidc.client_secret',
  });
});

test('a leaf that was written with a secret is secret where the API echoes it in clear', () => {
  const observed: Spec = { request_headers: { add: { 'x-key': 'plain-as-day', 'x-a': '1' } } };
  const written: Spec = {
    request_headers: { add: { 'X-Key': new SecretReference([{ secret: 'K' }]), 'X-A': '1' } },
  };
  expect(maskedValue(hideLike(observed, written))).toEqual({
    request_headers: { add: { 'x-key': '(secret)', 'x-a': '1' } },
  });
  const kept = toLedgerForm(written, nothing);
  expect(maskedValue(hideLike(observed, kept))).toEqual({
    request_headers: { add: { 'x-key': '(secret)', 'x-a': '1' } },
  });
});

test('differences are leaves, maps key by key, in the order of the tables', () => {
  const before: Spec = {
    response_headers: { add: { 'x-a': '1', 'x-b': '2' } },
    backend: { backend_id: 'b1' },
  };
  const after: Spec = {
    response_headers: { add: { 'X-A': '1', 'x-c': '3' } },
    backend: { backend_id: 'b2' },
    compression: {},
  };
  const seen = differences(route, before, after, nothing).map(({ path, before: old, after: now }) => [
    dotted(path),
    old,
    now,
  ]);
  expect(seen).toEqual([
    ['backend.backend_id', 'b1', 'b2'],
    ['compression', undefined, {}],
    ['response_headers.add.x-b', '2', undefined],
    ['response_headers.add.x-c', undefined, '3'],
  ]);
});
