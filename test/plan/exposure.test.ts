import { describe, expect, test } from 'vitest';
import { exposureOf, type Exposure } from '../../src/plan/exposure/exposure.ts';
import { Secret } from '../../src/model/secret.ts';
import { exposureText } from '../../src/report/plan/words/exposure-words.ts';
import type { Spec } from '../../src/model/value.ts';
import { SecretReference } from '../../src/model/secret-reference.ts';

const base: Spec = {
  edge_id: 'edghts_1',
  match_type: 'path_prefix',
  match: '/',
  backend: { backend_id: 'bkdhr_1' },
};
function textsOf(exposure: Exposure | undefined): readonly string[] {
  return (exposure?.reasons ?? []).map((reason) => exposureText(reason));
}

describe('a module that stays on', () => {
  const change = (name: string, before: Spec, after: Spec): readonly string[] =>
    textsOf(
      exposureOf({
        kind: 'https-route',
        before: { ...base, [name]: before },
        after: { ...base, [name]: after },
      }),
    );

  test.each<[string, Spec, Spec, string]>([
    ['oidc', { issuer: 'a' }, { issuer: 'b' }, '`oidc.issuer`'],
    ['oidc', { client_id: 'a' }, { client_id: 'b' }, '`oidc.client_id`'],
    ['saml', { idp_metadata: 'a' }, { idp_metadata: 'b' }, '`saml.idp_metadata`'],
    ['saml', { authorized_groups: ['a'] }, { authorized_groups: ['a', 'b'] }, 'adds `b`'],
    ['saml', { authorized_groups: ['a'] }, {}, '`saml.authorized_groups` is removed'],
    ['saml', { force_authn: true }, {}, '`saml.force_authn`'],
    ['saml', { allow_idp_initiated: false }, {}, '`saml.allow_idp_initiated`'],
    ['oauth', {}, { options_passthrough: true }, '`oauth.options_passthrough`'],
    [
      'oauth',
      { provider: { github: {} } },
      { provider: { google: {} } },
      '`oauth.provider.google` is an additional way in',
    ],
    ['oauth', { provider: { github: { teams: ['a'] } } }, { provider: { github: {} } }, 'any account passes'],
    [
      'oauth',
      { provider: { github: { teams: ['a'] } } },
      { provider: { github: { teams: ['a'], email_domains: ['b.example'] } } },
      'adds `b.example`',
    ],
    [
      'oauth',
      { provider: { google: { client_id: 'internal' } } },
      { provider: { google: {} } },
      '`oauth.provider.google.client_id` changes: different users may be let in',
    ],
    [
      'oauth',
      { provider: { google: { client_id: 'internal' } } },
      { provider: { google: { client_id: 'other' } } },
      '`oauth.provider.google.client_id` changes: different users may be let in',
    ],
    [
      'oidc',
      { maximum_duration: 3600 },
      { maximum_duration: 86400 },
      '`oidc.maximum_duration` grows from 3600 to 86400',
    ],
    [
      'oauth',
      { provider: { google: { client_id: 'a' } } },
      { provider: { google: { client_id: 'b', email_domains: ['a.example'] } } },
      '`oauth.provider.google.client_id` changes',
    ],
    [
      'oauth',
      { provider: { google: {} } },
      { provider: { google: { client_id: 'a' } } },
      '`oauth.provider.google.client_id` changes',
    ],
    ['saml', { maximum_duration: 3600 }, {}, '`saml.maximum_duration` was 3600 and becomes the default'],
    ['oauth', { inactivity_timeout: 60 }, { inactivity_timeout: 0 }, '`oauth.inactivity_timeout` was 60'],
    ['ip_restriction', { ip_policy_ids: ['a'] }, { ip_policy_ids: [] }, 'is removed'],
    [
      'webhook_verification',
      { provider: 'github', secret: 'x' },
      { provider: 'github' },
      '`webhook_verification.secret` is removed',
    ],
  ])('%s from %j to %j', (name, before, after, reason) => {
    expect(change(name, before, after).join('; ')).toContain(reason);
  });

  test.each<[string, Spec, Spec]>([
    ['oidc', { scopes: ['openid'] }, { scopes: ['openid', 'email'] }],
    ['oauth', { options_passthrough: true }, {}],
    ['oauth', { provider: { github: {} } }, { provider: { github: { teams: ['a'] } } }],
    ['saml', { force_authn: false }, { force_authn: true }],
    ['oidc', { maximum_duration: 3600, inactivity_timeout: 0 }, { maximum_duration: 60 }],
    ['ip_restriction', { ip_policy_ids: ['a', 'b'] }, { ip_policy_ids: ['b', 'a'] }],
  ])('%s from %j to %j is not less protected', (name, before, after) => {
    expect(change(name, before, after)).toEqual([]);
  });
});

describe('an endpoint', () => {
  const change = (before: Spec, after: Spec): readonly string[] =>
    textsOf(
      exposureOf({
        kind: 'endpoint',
        before: { url: 'https://www.example.com', ...before },
        after: { url: 'https://www.example.com', ...after },
      }),
    );
  const policy = (...rules: readonly object[]): Spec => ({
    traffic_policy: JSON.stringify({ on_http_request: rules }),
  });
  const deny = { expressions: ['isBot'], actions: [{ type: 'deny' }] };
  const forward = { actions: [{ type: 'forward-internal', config: { url: 'https://a.internal' } }] };
  const ranges = (...allow: readonly string[]): object => ({
    actions: [{ type: 'restrict-ips', config: { allow } }],
  });
  const log = (secret: string): object => ({
    actions: [{ type: 'add-headers', config: { headers: { authorization: secret } } }],
  });
  const secretly = (spec: Spec): Spec => ({ traffic_policy: new Secret(spec['traffic_policy'] as string) });
  const referring = (spec: Spec): Spec => {
    const [head = '', tail = ''] = (spec['traffic_policy'] as string).split('$(secret:TOKEN)');
    return { traffic_policy: new SecretReference([head, { secret: 'TOKEN' }, tail]) };
  };

  test.each<[string, Spec, Spec, string]>([
    [
      'that is no longer encrypted',
      {},
      { url: 'http://www.example.com' },
      '`url` moves from `https` to `http`: it is no longer encrypted',
    ],
    [
      'that is no longer encrypted, though guarded',
      policy(deny),
      { ...policy(deny), url: 'http://www.example.com' },
      'it is no longer encrypted',
    ],
    [
      'without bindings',
      { bindings: ['internal'] },
      { bindings: [] },
      '`bindings` is emptied: the service may make it public',
    ],
    [
      'whose denial is written otherwise',
      { traffic_policy: '{"on_http_request":[{"actions":[{"type":"den\\u0079"}]}]}' },
      {},
      '`GET /`: was kept out by `deny`, will reach the upstream',
    ],
    [
      'that hands on before it denies',
      policy(deny),
      policy(forward, deny),
      'was kept out by `deny`, will reach `https://a.internal`',
    ],
    [
      'that hands on in the rule that denies',
      policy(deny),
      policy({ actions: [...forward.actions, ...deny.actions] }),
      'was kept out by `deny`, will reach `https://a.internal`',
    ],
    [
      'with a secret elsewhere in its policy',
      secretly(policy(log('Bearer abc'), ranges('10.0.0.0/8'))),
      referring(policy(log('Bearer $(secret:TOKEN)'), ranges('0.0.0.0/0'))),
      'was kept out by `restrict-ips`, will reach the upstream',
    ],
    [
      'with a secret beside what is added',
      secretly(policy({ actions: [{ type: 'basic-auth', config: { credentials: ['a:abc'] } }] })),
      referring(
        policy({
          actions: [{ type: 'basic-auth', config: { credentials: ['a:$(secret:TOKEN)', 'eve:x'] } }],
        }),
      ),
      '`login of eve with the new password`',
    ],
  ])('%s', (_, before, after, reason) => {
    expect(change(before, after).join('; ')).toContain(reason);
  });

  test.each<[string, Spec, Spec]>([
    ['that is encrypted', { url: 'http://www.example.com' }, { url: 'https://www.example.com' }],
    ['that hands on after it denied', policy(deny), policy(deny, forward)],
    ['that hands on as before', policy(forward, deny), policy(forward, deny)],
    [
      'that hands on less before it denies',
      policy(forward, deny),
      policy({ ...forward, expressions: ['isOurs'] }, deny),
    ],
    [
      'with the same secret in its policy',
      secretly(policy({ actions: [{ type: 'basic-auth', config: { credentials: ['a:abc'] } }] })),
      referring(
        policy({ actions: [{ type: 'basic-auth', config: { credentials: ['a:$(secret:TOKEN)'] } }] }),
      ),
    ],
  ])('%s', (_, before, after) => {
    expect(change(before, after).join('; ')).not.toMatch(/traffic_policy|encrypted/);
  });
});

test.each([
  ['1.2', '1.1', '`tls_termination.min_version` changes from 1.2 to 1.1'],
  ['1.2', undefined, '`tls_termination.min_version` was 1.2 and becomes the default of the service'],
  ['1.2', '1.3', undefined],
  [undefined, '1.2', undefined],
])('min_version from %s to %s', (before, after, reason) => {
  const spec = (min_version: string | undefined): Spec => ({
    tls_termination: { terminate_at: 'edge', ...(min_version === undefined ? {} : { min_version }) },
  });
  expect(textsOf(exposureOf({ kind: 'tls-edge', before: spec(before), after: spec(after) }))[0]).toBe(reason);
});
