import { describe, expect, test } from 'vitest';
import { exposureOf } from '../../src/plan/exposure.ts';
import type { Spec } from '../../src/model/value.ts';

const base: Spec = {
  edge_id: 'edghts_1',
  match_type: 'path_prefix',
  match: '/',
  backend: { backend_id: 'bkdhr_1' },
};
const logins = {
  oauth: { provider: { github: { organizations: ['acme'] } } },
  oidc: { issuer: 'https://login.example.com', client_id: 'a' },
  saml: { idp_metadata: '<EntityDescriptor/>', authorized_groups: ['ops'] },
};
const others = {
  ip_restriction: { ip_policy_ids: ['ipp_1'] },
  webhook_verification: { provider: 'github' },
};
const modules: Readonly<Record<string, Spec>> = { ...logins, ...others };
const restricting = ['oauth', 'saml'];

/** Every protecting module on, off, or not there. */
function states(): readonly Spec[] {
  return Object.entries(modules).reduce<readonly Spec[]>(
    (specs, [name, module]) =>
      specs.flatMap((spec) => [
        spec,
        { ...spec, [name]: module },
        { ...spec, [name]: { ...module, enabled: false } },
      ]),
    [{}],
  );
}

function on(spec: Spec): readonly string[] {
  return Object.keys(spec).filter((name) => (spec[name] as Spec)['enabled'] !== false);
}

/** What a person would say, written again without looking. */
function isWeaker(before: readonly string[], after: readonly string[]): boolean {
  const login = (names: readonly string[]): readonly string[] => names.filter((name) => name in logins);
  if (before.some((name) => name in others && !after.includes(name))) return true;
  const gone = login(before).filter((name) => !after.includes(name));
  const successor = Object.keys(logins)
    .sort()
    .find((name) => after.includes(name));
  if (gone.length > 0 && successor === undefined) return true;
  return (
    gone.some((name) => restricting.includes(name)) &&
    successor !== undefined &&
    !restricting.includes(successor)
  );
}

test('over all pairs of states of all modules that protect a route', () => {
  const all = states();
  let weaker = 0;
  for (const before of all) {
    for (const after of all) {
      const found = exposureOf('https-route', { ...base, ...before }, { ...base, ...after });
      const expected = isWeaker(on(before), on(after));
      if (expected) weaker++;
      expect(found?.direction === 'weaker', JSON.stringify({ before, after, found })).toBe(expected);
    }
  }
  expect(all.length).toBe(243);
  expect(weaker).toBeGreaterThan(1000);
});

describe('a module that stays on', () => {
  const change = (name: string, before: Spec, after: Spec): readonly string[] =>
    exposureOf('https-route', { ...base, [name]: before }, { ...base, [name]: after })?.reasons ?? [];

  test.each<[string, Spec, Spec, string]>([
    ['oidc', { issuer: 'a' }, { issuer: 'b' }, '`oidc.issuer`'],
    ['oidc', { client_id: 'a' }, { client_id: 'b' }, '`oidc.client_id`'],
    ['saml', { idp_metadata: 'a' }, { idp_metadata: 'b' }, '`saml.idp_metadata`'],
    ['saml', { authorized_groups: ['a'] }, { authorized_groups: ['a', 'b'] }, 'adds `b`'],
    ['saml', { authorized_groups: ['a'] }, {}, '`saml.authorized_groups` is taken away'],
    ['saml', { force_authn: true }, {}, '`saml.force_authn`'],
    ['saml', { allow_idp_initiated: false }, {}, '`saml.allow_idp_initiated`'],
    ['oauth', {}, { options_passthrough: true }, '`oauth.options_passthrough`'],
    [
      'oauth',
      { provider: { github: {} } },
      { provider: { google: {} } },
      '`oauth.provider.google` is another way in',
    ],
    ['oauth', { provider: { github: { teams: ['a'] } } }, { provider: { github: {} } }, 'any account passes'],
    [
      'oauth',
      { provider: { github: { teams: ['a'] } } },
      { provider: { github: { teams: ['a'], email_domains: ['b.example'] } } },
      'adds `b.example`',
    ],
    ['ip_restriction', { ip_policy_ids: ['a'] }, { ip_policy_ids: [] }, 'taken away'],
    [
      'webhook_verification',
      { provider: 'github', secret: 'x' },
      { provider: 'github' },
      '`webhook_verification.secret` is taken away',
    ],
  ])('%s from %j to %j', (name, before, after, reason) => {
    expect(change(name, before, after).join('; ')).toContain(reason);
  });

  test.each<[string, Spec, Spec]>([
    ['oidc', { scopes: ['openid'] }, { scopes: ['openid', 'email'] }],
    ['oauth', { options_passthrough: true }, {}],
    ['oauth', { provider: { github: {} } }, { provider: { github: { teams: ['a'] } } }],
    ['saml', { force_authn: false }, { force_authn: true }],
    ['ip_restriction', { ip_policy_ids: ['a', 'b'] }, { ip_policy_ids: ['b', 'a'] }],
  ])('%s from %j to %j lets nobody more in', (name, before, after) => {
    expect(change(name, before, after)).toEqual([]);
  });
});

test.each([
  ['1.2', '1.1', '`tls_termination.min_version` is lowered from 1.2 to 1.1'],
  ['1.2', undefined, "`tls_termination.min_version` was 1.2 and becomes the service's default"],
  ['1.2', '1.3', undefined],
  [undefined, '1.2', undefined],
])('min_version from %s to %s', (before, after, reason) => {
  const spec = (min_version: string | undefined): Spec => ({
    tls_termination: { terminate_at: 'edge', ...(min_version === undefined ? {} : { min_version }) },
  });
  expect(exposureOf('tls-edge', spec(before), spec(after))?.reasons[0]).toBe(reason);
});
