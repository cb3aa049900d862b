/**
 * Exposure over all pairs of protection states. The oracle shares no code with the planner: each state of a module is
 * the set of persons that it lets in, and a change is weaker when it lets in a person more than before. The persons of
 * two logins are never the same: each login asks a party of its own.
 */
import { expect, test } from 'vitest';
import { exposureOf } from '../../src/plan/exposure/exposure.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import { SecretReference } from '../../src/model/secret-reference.ts';
import type { Spec } from '../../src/model/value.ts';

/** States of one module by name, each with the persons that it lets in, one letter a person. */
type States = Readonly<Record<string, readonly [module: Spec | undefined, letsIn: string]>>;

const route: Spec = {
  edge_id: 'edghts_1',
  match_type: 'path_prefix',
  match: '/',
  backend: { backend_id: 'bkdhr_1' },
};
const everyone = 'abcdefghijklmnopqrstuvwxyz';
const secret = new SecretReference([{ secret: 'HOOK' }]);
const policy = (rules: string): Spec => ({ value: `{"on_http_request":[${rules}]}` });

const connectionPolicy = (rules: string): Spec => ({ value: `{"on_tcp_connect":[${rules}]}` });

/** The two ways in which a module is off: absent, and `enabled: false`. */
const off = (on: Spec): States => ({
  absent: [undefined, everyone],
  off: [{ ...on, enabled: false }, everyone],
});

const github = (lists: Spec): Spec => ({ provider: { github: lists } });

/** Persons: a, b, c of acme, of which a is in ops; d of the domain; e, f with an account; x sends OPTIONS. */
const oauth: States = {
  ...off(github({ organizations: ['acme'] })),
  anyone: [github({}), 'abcdef'],
  organisation: [github({ organizations: ['acme'] }), 'abc'],
  team: [github({ teams: ['acme/ops'] }), 'a'],
  'organisation and team': [github({ organizations: ['acme'], teams: ['acme/ops'] }), 'abc'],
  'organisation and domain': [github({ organizations: ['acme'], email_domains: ['d.example'] }), 'abcd'],
  'team and address of the domain': [github({ teams: ['acme/ops'], email_addresses: ['d@d.example'] }), 'ad'],
  'team and address': [github({ teams: ['acme/ops'], email_addresses: ['e@e.example'] }), 'ae'],
  'team and OPTIONS': [{ ...github({ teams: ['acme/ops'] }), options_passthrough: true }, 'ax'],
  'another provider too': [{ provider: { github: { teams: ['acme/ops'] }, google: {} } }, 'aghi'],
};

/** Persons: a to d of one provider, of which a is in ops and b in dev; o to r of another; x sends OPTIONS. */
const saml: States = {
  ...off({ idp_metadata: '<EntityDescriptor/>' }),
  users: [{ idp_metadata: '<EntityDescriptor/>' }, 'abcd'],
  'the same metadata in another layout': [
    { idp_metadata: '\n<EntityDescriptor></EntityDescriptor>\n' },
    'abcd',
  ],
  group: [{ idp_metadata: '<EntityDescriptor/>', authorized_groups: ['ops'] }, 'a'],
  groups: [{ idp_metadata: '<EntityDescriptor/>', authorized_groups: ['ops', 'dev'] }, 'ab'],
  'another group': [{ idp_metadata: '<EntityDescriptor/>', authorized_groups: ['dev'] }, 'b'],
  OPTIONS: [{ idp_metadata: '<EntityDescriptor/>', options_passthrough: true }, 'abcdx'],
  'users of another': [{ idp_metadata: '<EntityDescriptor entityID="o"/>' }, 'opqr'],
};

const oidc: States = {
  ...off({ issuer: 'https://a.example', client_id: 'a' }),
  users: [{ issuer: 'https://a.example', client_id: 'a' }, 'ab'],
  'more scopes': [{ issuer: 'https://a.example', client_id: 'a', scopes: ['openid', 'email'] }, 'ab'],
  'another secret': [{ issuer: 'https://a.example', client_id: 'a', client_secret: secret }, 'ab'],
  'another client': [{ issuer: 'https://a.example', client_id: 'b' }, 'bc'],
  'another issuer': [{ issuer: 'https://b.example', client_id: 'a' }, 'xy'],
  OPTIONS: [{ issuer: 'https://a.example', client_id: 'a', options_passthrough: true }, 'abz'],
};

const ipRestriction: States = {
  ...off({ ip_policy_ids: ['ipp_1'] }),
  one: [{ ip_policy_ids: ['ipp_1'] }, 'a'],
  two: [{ ip_policy_ids: ['ipp_1', 'ipp_2'] }, 'ab'],
  'two the other way round': [{ ip_policy_ids: ['ipp_2', 'ipp_1'] }, 'ab'],
  other: [{ ip_policy_ids: ['ipp_3'] }, 'c'],
  none: [{ ip_policy_ids: [] }, everyone],
};

const mutualTls: States = {
  ...off({ certificate_authority_ids: ['ca_1'] }),
  one: [{ certificate_authority_ids: ['ca_1'] }, 'a'],
  two: [{ certificate_authority_ids: ['ca_1', 'ca_2'] }, 'ab'],
  other: [{ certificate_authority_ids: ['ca_2'] }, 'b'],
};

const webhook: States = {
  ...off({ provider: 'github', secret }),
  github: [{ provider: 'github', secret }, 'a'],
  'github in capitals': [{ provider: 'GitHub', secret }, 'a'],
  'github without a secret': [{ provider: 'github' }, 'abc'],
  'without a secret': [{ provider: 'sns' }, 'd'],
};

const deny = '{"actions":[{"type":"deny"}]}';
const denyBots = '{"expressions":["isBot"],"actions":[{"type":"deny","config":{"status_code":403}}]}';
const denyBadBots = '{"expressions":["isBot","isBad"],"actions":[{"type":"deny"}]}';
const answerBots = '{"expressions":["isBot"],"actions":[{"type":"custom-response"}]}';
const restrict = (range: string): string =>
  `{"actions":[{"type":"restrict-ips","config":{"allow":["${range}"]}}]}`;

/** Clients: a is a person, b a bad bot, c a good one; o and p come from other networks. */
const trafficPolicy: States = {
  ...off(policy(deny)),
  'nothing that guards': [policy('{"actions":[{"type":"log"}]}'), everyone],
  'deny all': [policy(deny), ''],
  'deny bots': [policy(denyBots), everyone.replace('b', '').replace('c', '')],
  'deny bad bots': [policy(denyBadBots), everyone.replace('b', '')],
  // A page that says nothing new lets nobody in.
  'answer bots': [policy(answerBots), everyone.replace('b', '').replace('c', '')],
};
/** At a TLS edge, rules for requests never run. */
const ofConnections: States = {
  ...off(connectionPolicy(deny)),
  'nothing that guards': [connectionPolicy('{"actions":[{"type":"log"}]}'), everyone],
  'deny all': [connectionPolicy(deny), ''],
  'rules for requests': [policy(deny), everyone],
  'deny bots': [connectionPolicy(denyBots), everyone.replace('b', '').replace('c', '')],
};
const addresses: States = {
  ...off(policy(restrict('10.0.0.0/8'))),
  ours: [policy(restrict('10.0.0.0/8')), 'o'],
  'ours in another layout': [
    { value: 'on_http_request: [{actions: [{config: {allow: [10.0.0.0/8]}, type: restrict-ips}]}]' },
    'o',
  ],
  theirs: [policy(restrict('11.0.0.0/8')), 'p'],
};

const versions: States = {
  absent: [undefined, '3210'],
  'upstream terminates': [{ terminate_at: 'upstream' }, '3210'],
  default: [{ terminate_at: 'edge' }, '3210'],
  '1.0': [{ terminate_at: 'edge', min_version: '1.0' }, '3210'],
  '1.2': [{ terminate_at: 'edge', min_version: '1.2' }, '32'],
  '1.3': [{ terminate_at: 'edge', min_version: '1.3' }, '3'],
};

const tables: readonly (readonly [KindName, string, States])[] = [
  ['https-route', 'oauth', oauth],
  ['https-route', 'saml', saml],
  ['https-route', 'oidc', oidc],
  ['https-route', 'ip_restriction', ipRestriction],
  ['https-route', 'webhook_verification', webhook],
  ['https-route', 'traffic_policy', trafficPolicy],
  ['https-route', 'traffic_policy', addresses],
  ['tls-edge', 'mutual_tls', mutualTls],
  ['tls-edge', 'ip_restriction', ipRestriction],
  ['tls-edge', 'tls_termination', versions],
  ['tls-edge', 'traffic_policy', ofConnections],
];

function isWeaker(kind: KindName, before: Spec, after: Spec): boolean {
  return (
    exposureOf({ kind, before: { ...route, ...before }, after: { ...route, ...after } })?.direction ===
    'weaker'
  );
}

function spec(name: string, module: Spec | undefined): Spec {
  return module === undefined ? {} : { [name]: module };
}

function letsInMore(before: string, after: string): boolean {
  return Array.from(after).some((person) => !before.includes(person));
}

/** An empty list may let in everyone or nobody, but without the module everyone gets in: that counts as weaker. */
function isUnsure(from: string, to: string): boolean {
  return from === 'none' && (to === 'absent' || to === 'off');
}
/** States without a declared minimum version: any version may be accepted, so each is weaker than 1.0. */
const unsaid = ['absent', 'default', 'upstream terminates'];

test.each(tables)(
  '%s %s: a change is weaker if it lets in one person more, over all pairs of states',
  (kind, name, states) => {
    const names = Object.keys(states);
    expect(names.length).toBeGreaterThan(3);
    for (const from of names) {
      for (const to of names) {
        const [[before, mayBe, was = mayBe], [after, is]] = [states[from]!, states[to]!];
        if (from === to) continue;
        const expected =
          name === 'tls_termination' && from === '1.0'
            ? unsaid.includes(to)
            : isUnsure(from, to) || letsInMore(was, is);
        expect(isWeaker(kind, spec(name, before), spec(name, after)), `${from} -> ${to}`).toBe(expected);
      }
    }
  },
);

const loginsOfAllKinds: readonly (readonly [name: string, module: Spec])[] = [
  ['oauth', github({})],
  ['oauth', { provider: { github: { teams: ['a/b'] }, google: {} } }],
  ['oidc', { issuer: 'https://a.example', client_id: 'a' }],
  ['saml', { idp_metadata: '<EntityDescriptor/>' }],
  ['oauth', github({ email_domains: ['a.example'] })],
  ['saml', { idp_metadata: '<EntityDescriptor/>', authorized_groups: ['a'] }],
];

test('replacing a login by one of another kind is weaker, over all pairs', () => {
  let count = 0;
  for (const [was, before] of loginsOfAllKinds) {
    for (const [is, after] of loginsOfAllKinds) {
      if (was === is) continue;
      const disabled = { [was]: { ...before, enabled: false } };
      for (const rest of [{}, disabled]) {
        const [old, now] = [{ [was]: before }, { ...rest, [is]: after }];
        expect(isWeaker('https-route', old, now), `${was} -> ${is}`).toBe(true);
        // A login that was enabled before as well does not replace the removed one.
        expect(isWeaker('https-route', { ...old, [is]: after }, now), `${was} and ${is} -> ${is}`).toBe(true);
        count++;
      }
    }
  }
  expect(count).toBe(44);
});

const modules: Readonly<Record<string, Spec>> = {
  ip_restriction: { ip_policy_ids: ['ipp_1'] },
  webhook_verification: { provider: 'github' },
  oauth: github({ organizations: ['acme'] }),
  saml: { idp_metadata: '<EntityDescriptor/>', authorized_groups: ['ops'] },
};

/** Every combination of modules that are enabled, disabled or absent. */
function combinations(): readonly Spec[] {
  return Object.entries(modules).reduce<readonly Spec[]>(
    (specs, [name, module]) =>
      specs.flatMap((each) => [
        each,
        { ...each, [name]: module },
        { ...each, [name]: { ...module, enabled: false } },
      ]),
    [{}],
  );
}

test('no module replaces a removed one, over all pairs of combinations', () => {
  const all = combinations().map((each) => {
    const on = Object.keys(each).filter((name) => (each[name] as Spec)['enabled'] !== false);
    return { each, on: new Set(on) };
  });
  expect(all.length).toBe(81);
  for (const before of all) {
    for (const after of all) {
      const lost = [...before.on].filter((name) => !after.on.has(name));
      const weaker = isWeaker('https-route', before.each, after.each);
      if (weaker !== lost.length > 0)
        expect.fail(JSON.stringify({ before: before.each, after: after.each, weaker }));
    }
  }
});
