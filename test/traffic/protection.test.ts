import { expect, test } from 'vitest';
import { parseTemplate } from '../../src/derive/forms/parse-template.ts';
import type { Value, Spec } from '../../src/model/value.ts';
import { protectorsOf } from '../../src/plan/exposure/exposure.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import { protectionOf } from '../../src/domain/holder.ts';

const deny = '{"on_http_request":[{"actions":[{"type":"deny"}]}]}';
const log = '{"on_http_request":[{"actions":[{"type":"log"}]}]}';
const unreadable = ['traffic_policy (cannot be read)'];
const cases: readonly (readonly [what: string, policy: Value | undefined, expected: readonly string[]])[] = [
  ['one that denies', deny, ['traffic_policy']],
  ['one that only logs', log, []],
  [
    'one with a secret in it',
    parseTemplate(deny.replace('"deny"', '"deny","config":"$(secret:A)"'), true),
    ['traffic_policy'],
  ],
  ['none', undefined, []],
  ['an empty one', '', []],
  ['one that the service masks', '********', unreadable],
  ['one that is hidden in a snapshot', '(hidden 0badc0de)', unreadable],
  ['one that is no policy', '[', unreadable],
];

test.each(cases)('a policy as protection: %s', (_, policy, expected) => {
  const spec = policy === undefined ? {} : { traffic_policy: policy };
  expect(protectionOf({ kind: 'endpoint', spec })).toEqual(expected);
  const module = policy === undefined ? {} : { traffic_policy: { value: policy } };
  expect(protectionOf({ kind: 'https-route', spec: module })).toEqual(expected);
  const off = policy === undefined ? {} : { traffic_policy: { enabled: false, value: policy } };
  expect(protectionOf({ kind: 'https-route', spec: off })).toEqual([]);
});

const modules: Spec = {
  oauth: { provider: { github: {} } },
  saml: { idp_metadata: 'a', enabled: false },
  oidc: { issuer: 'a', enabled: true },
  ip_restriction: { ip_policy_ids: [] },
  webhook_verification: { provider: 'github' },
  mutual_tls: { certificate_authority_ids: ['a'] },
  user_agent_filter: { allow: ['a'], enabled: true },
  circuit_breaker: {},
};

test.each<[KindName, Spec]>([
  ['https-route', { ...modules, traffic_policy: { value: deny } }],
  ['https-route', { ...modules, traffic_policy: { value: deny, enabled: false } }],
  ['tls-edge', { ...modules, traffic_policy: { value: deny.replace('"deny"', '"de\\u006ey"') } }],
  ['endpoint', { traffic_policy: deny.replace('deny', 'custom-response') }],
  ['endpoint', { traffic_policy: deny, bindings: ['internal'] }],
])('trace and the exposure of a plan name the same protection: %s %#', (kind, spec) => {
  expect(protectionOf({ kind, spec })).toEqual(protectorsOf(kind, spec));
});
