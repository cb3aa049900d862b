/** The parts of the gate one by one: which reasons there are, and no others. */
import { expect, test } from 'vitest';
import { Secret } from '../../src/model/secret.ts';
import type { LedgerEntry } from '../../src/model/ledger/ledger.ts';
import type { JsonObject, Spec } from '../../src/model/value.ts';
import { plan } from '../../src/plan/plan.ts';
import { baseInput } from './plan-case.ts';
import { calledUpstreams } from '../../src/plan/exposure/called-upstreams.ts';
import { isProtectionPath, lostEncryption } from '../../src/plan/exposure/exposure.ts';
import { lessProtected, lostBetween, openedRequests } from '../../src/plan/exposure/less-protected.ts';
import { possibleExposureOf, whyUnread } from '../../src/plan/exposure/possible-exposure.ts';
import { reachedUpstreams } from '../../src/plan/exposure/reached-upstreams.ts';
import { withoutSettings, withTellingSettings } from '../../src/plan/exposure/settings-text.ts';
import { withReferences } from '../../src/plan/exposure/with-references.ts';

const oidc = { issuer: 'https://login.example.com', client_id: 'shop' };
const saml = { idp_metadata: '<EntityDescriptor/>' };
const agents = { deny: ['bot', 'curl'] };
const replaced = { code: 'login-replaced', module: 'saml', replaced: 'oidc' };

/** Without the requests that the engine finds. */
function settingsLost(before: Spec, after: Spec): readonly unknown[] {
  return lessProtected({ kind: 'https-route', before, after }).filter(({ code }) => code !== 'let-in');
}

test.each<readonly [string, Spec, Spec, readonly unknown[]]>([
  ['another login', { oidc }, { saml }, [replaced]],
  [
    'another login that lets preflights pass',
    { oidc },
    { saml: { ...saml, options_passthrough: true } },
    [replaced, { code: 'options-pass', path: 'saml.options_passthrough' }],
  ],
  [
    'another login, where both let preflights pass',
    { oidc: { ...oidc, options_passthrough: true } },
    { saml: { ...saml, options_passthrough: true } },
    [replaced],
  ],
  [
    'another login that asks preflights as well',
    { oidc: { ...oidc, options_passthrough: true } },
    { saml },
    [replaced],
  ],
  ['one of two logins goes', { oidc, saml }, { saml }, [{ code: 'module-off', module: 'oidc' }]],
  ['no login any more', { oidc }, {}, [{ code: 'module-off', module: 'oidc' }]],
  [
    'fewer agents are denied',
    { user_agent_filter: agents },
    { user_agent_filter: { deny: ['curl'] } },
    [{ code: 'denied-removed', path: 'user_agent_filter.deny', items: ['bot'] }],
  ],
  ['more agents are denied', { user_agent_filter: { deny: ['bot'] } }, { user_agent_filter: agents }, []],
  [
    'the lists of agents go',
    { user_agent_filter: agents },
    { user_agent_filter: { deny: [] } },
    [{ code: 'module-off', module: 'user_agent_filter' }],
  ],
  ['a filter without lists goes', { user_agent_filter: {} }, {}, []],
])('%s', (_name, before, after, expected) => {
  expect(settingsLost(before, after)).toEqual(expected);
});

const ipRestriction = { ip_policy_ids: ['ipp_1'] };
const missing = (module: string): unknown => ({ code: 'module-missing', module });

test.each<readonly [string, Spec, Spec, readonly unknown[]]>([
  ['no login', { oidc, ip_restriction: ipRestriction }, {}, [missing('ip_restriction'), missing('oidc')]],
  ['another login', { oidc, ip_restriction: ipRestriction }, { saml }, [missing('ip_restriction'), replaced]],
  ['no filter of agents', { user_agent_filter: agents }, {}, [missing('user_agent_filter')]],
  ['a module that is off', { oidc: { enabled: false, ...oidc } }, {}, []],
  ['the same', { oidc }, { oidc }, []],
])('what another resource with %s lacks', (_name, from, to, expected) => {
  const route = (spec: Spec) => ({ address: 'https-route/a', kind: 'https-route', spec }) as const;
  const found = lostBetween(route(from), route(to)).filter(({ code }) => code !== 'let-in');
  const byName = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  expect([...found].sort(byName)).toEqual([...expected].sort(byName));
});

function endpoint(request: readonly JsonObject[], response: readonly JsonObject[] = []): Spec {
  const policy = {
    on_http_request: request,
    ...(response.length === 0 ? {} : { on_http_response: response }),
  };
  return { url: 'https://a.example.com', traffic_policy: JSON.stringify(policy) };
}

const rule = (type: string, config: JsonObject, ...expressions: readonly string[]): JsonObject => ({
  ...(expressions.length === 0 ? {} : { expressions: [...expressions] }),
  actions: [{ type, config }],
});
const deny = (...expressions: readonly string[]): JsonObject => rule('deny', {}, ...expressions);
const app = rule('forward-internal', { url: 'https://app.internal' });
const called = (config: JsonObject): JsonObject => rule('http-request', config);
const answer = '${actions.ngrok.http_request.res.body}';
const strip = rule('remove-headers', { headers: ['x-color'] });

const opened = (before: Spec, after: Spec) => openedRequests({ kind: 'endpoint', before, after });

test('an action that may have ended a request is named where it goes', () => {
  const teleport = rule('teleport', { to: 'mars' });
  expect(opened(endpoint([teleport, app]), endpoint([app]))).toEqual([
    {
      code: 'let-in',
      request: 'GET /',
      conditions: ['teleport ends the request'],
      by: 'teleport',
      how: 'delivered',
      to: 'https://app.internal',
      rule: '/traffic_policy/on_http_request/0/actions/0',
    },
  ]);
});

test('a header with a constant is no fact of a client', () => {
  const color = rule('add-headers', { headers: { 'x-color': 'red' } });
  expect(opened(endpoint([strip, color, app]), endpoint([app]))).toEqual([]);
  const address = rule('add-headers', { headers: { 'x-color': '${conn.client_ip}' } });
  expect(opened(endpoint([strip, address, app]), endpoint([app]))).toEqual([
    {
      code: 'header-opened',
      header: 'x-color',
      conditions: ["!hasReqHeader('x-color')"],
      to: 'https://app.internal',
    },
  ]);
});

test('another virtual host is one that the upstream trusts', () => {
  const host = (name: string): JsonObject => rule('add-headers', { headers: { host: name } });
  const behind = (name: string): Spec =>
    endpoint([rule('remove-headers', { headers: ['host'] }), host(name), app]);
  expect(opened(behind('shop'), behind('shop'))).toEqual([]);
  expect(opened(behind('shop'), behind('admin'))).toEqual([
    { code: 'header-opened', header: 'host', conditions: [], to: 'https://app.internal' },
  ]);
});

test('settings of a token that say what is the default change nothing', () => {
  const token = (item: JsonObject): JsonObject => rule('jwt-validation', { http: { tokens: [item] } });
  const written = { type: '', method: 'header', prefix: '' };
  for (const item of [{ name: 'x-token' }, { name: '' }])
    expect(opened(endpoint([token(item), app]), endpoint([token({ ...item, ...written }), app]))).toEqual([]);
  expect(opened(endpoint([token({}), app]), endpoint([token({ name: '' }), app]))).toEqual([]);
  expect(opened(endpoint([token({ name: 'a' }), app]), endpoint([token({ name: 'b' }), app]))).not.toEqual(
    [],
  );
});

test('an approval of an exposure stays one in later versions', () => {
  const [step] = plan(
    baseInput({
      name: 'approval',
      expect: '',
      was: { 'endpoint/app': endpoint([deny(), app]) as JsonObject },
      desired: { 'endpoint/app': endpoint([app]) as JsonObject },
    }),
  ).steps;
  expect(step?.exposure?.change).toBe('4319272b2c382b39352b801f29610b18');
});

test('no more requests are shown than people read', () => {
  const guards = ['a', 'b', 'c', 'd'].map((path) => deny(`req.url.path == '/${path}'`));
  expect(opened(endpoint([...guards, app]), endpoint([app])).length).toBe(3);
});

test('a policy that cannot be read keeps what it kept', () => {
  const unread = { url: 'https://a.example.com', traffic_policy: '{' };
  expect(opened(endpoint([deny()]), unread)).toEqual([{ code: 'guards-unreadable', actions: ['deny'] }]);
  expect(opened(endpoint([app]), unread)).toEqual([]);
  expect(opened(unread, endpoint([app]))).toEqual([]);
});

const at = (spec: Spec) => ({ address: 'endpoint/a', kind: 'endpoint', spec }) as const;

test('a target that depends on the request may be any', () => {
  const computed = endpoint([rule('forward-internal', { url: "https://${req.headers['x-to'][0]}" })]);
  expect([...reachedUpstreams(at(computed), undefined)]).toContain('*');
  const known = endpoint([rule('forward-internal', { url: "https://${'b'}.internal" })]);
  expect([...reachedUpstreams(at(known), undefined)]).toEqual([
    "https://${'b'}.internal",
    'https://b.internal',
  ]);
  expect([...reachedUpstreams(at(endpoint([app])), undefined)]).toEqual(['https://app.internal']);
  expect([...reachedUpstreams(at({ ...endpoint([]), backend: { backend_id: 'bkd_1' } }), undefined)]).toEqual(
    ['bkd_1'],
  );
});

const page = rule('custom-response', { status_code: 200, body: answer });

/** The upstream of each call that is a way to it, and the policy as if it forwarded there. */
function callsOf(spec: Spec): readonly unknown[] {
  return calledUpstreams(at(spec)).map(({ upstream, as }) => {
    const policy = as.spec['traffic_policy'];
    const text = typeof policy === 'string' ? policy : (policy as { readonly value: string }).value;
    return [upstream, JSON.parse(text) as unknown];
  });
}

const forwarded = (url: string, ...before: readonly JsonObject[]) => ({
  on_http_request: [...before, { expressions: [], actions: [{ type: 'forward-internal', config: { url } }] }],
});

test.each<readonly [string, Spec, readonly unknown[]]>([
  ['only decides', endpoint([called({ url: 'https://b.internal' }), app]), []],
  [
    'tells clients of its answer',
    endpoint([deny("req.method == 'PUT'"), called({ url: 'https://b.internal/x?y' }), page]),
    [['https://b.internal', forwarded('https://b.internal', deny("req.method == 'PUT'"))]],
  ],
  [
    'writes',
    endpoint([app, called({ url: 'https://b.internal', method: 'POST' })]),
    [['https://b.internal', forwarded('https://b.internal')]],
  ],
  ['has no URL', endpoint([called({ method: 'POST' })]), []],
  [
    'computes its target',
    endpoint([called({ url: 'https://${req.method}.internal/', method: 'POST' })]),
    [['*', forwarded('https://${req.method}.internal/')]],
  ],
  [
    'stands behind other actions of its rule',
    endpoint([
      {
        expressions: ["req.method == 'PUT'"],
        actions: [
          { type: 'basic-auth', config: { credentials: ['ann:secret'] } },
          { type: 'http-request', config: { url: 'https://b.internal', method: 'PUT' } },
          { type: 'deny' },
        ],
      },
    ]),
    [
      [
        'https://b.internal',
        {
          on_http_request: [
            {
              expressions: ["req.method == 'PUT'"],
              actions: [
                { type: 'basic-auth', config: { credentials: ['ann:secret'] } },
                { type: 'forward-internal', config: { url: 'https://b.internal' } },
              ],
            },
          ],
        },
      ],
    ],
  ],
  [
    'is for the response',
    endpoint(
      [deny("req.method == 'PUT'"), app],
      [
        {
          expressions: ['res.status_code == 200'],
          actions: [
            { type: 'log' },
            { type: 'http-request', config: { url: 'https://b.internal', method: 'PUT' } },
          ],
        },
      ],
    ),
    [['https://b.internal', forwarded('https://b.internal', deny("req.method == 'PUT'"))]],
  ],
])('a call that %s', (_name, spec, expected) => {
  expect(callsOf(spec)).toEqual(expected);
});

test('a call in a module of a route stays in the module', () => {
  const { traffic_policy: value } = endpoint([called({ url: 'https://b.internal', method: 'PUT' })]);
  const spec = { traffic_policy: { enabled: true, value: value as string } };
  const [one] = calledUpstreams({ address: 'https-route/a', kind: 'https-route', spec });
  expect(one?.as.spec['traffic_policy']).toEqual({
    enabled: true,
    value: JSON.stringify(forwarded('https://b.internal')),
  });
});

test('live secrets are read as the references of the files', () => {
  const files = endpoint([rule('basic-auth', { credentials: ['ann:$(secret:PW)'] }), deny('$(secret:NO)')]);
  const live = endpoint([rule('basic-auth', { credentials: ['ann:word', 'bob:word'] }), deny('${a}')]);
  const read = JSON.parse(withReferences(live, files)['traffic_policy'] as string) as unknown;
  expect(read).toEqual({
    on_http_request: [rule('basic-auth', { credentials: ['ann:$(secret:PW)', 'bob:word'] }), deny('${a}')],
  });
  const inModule = (spec: Spec): Spec => ({
    traffic_policy: { enabled: true, value: spec['traffic_policy'] ?? '' },
  });
  expect(withReferences(inModule(live), inModule(files))).toEqual({
    traffic_policy: { enabled: true, value: JSON.stringify(read) },
  });
  expect(withReferences(live, endpoint([app]))).toBe(live);
  expect(withReferences(files, files)).toBe(files);
});

test.each<readonly [readonly string[], readonly string[]]>([
  [['call {url: "a"}'], ['call']],
  [
    ['call {url: "a", method: "b"} x', 'not call {url: "c", method: "b"}'],
    ['call {url: "a"} x', 'not call {url: "c"}'],
  ],
  [
    ['call {a}', 'call {b: [1, {c: 2}]}'],
    ['call {b: none, a: }', 'call {b: [1, {c: 2}], a: none}'],
  ],
  [
    ['call {url: "}, \\" {"}', 'call {}'],
    ['call {url: "}, \\" {"}', 'call {url: none}'],
  ],
  [
    ['call {a: 1} and talk {a: 2}', 'talk {a: 2}'],
    ['call and talk', 'talk'],
  ],
  [
    ['call {a: 1', 'call {a: 2'],
    ['call {a: 1', 'call {a: 2'],
  ],
])('of %j only the telling settings are shown', (texts, expected) => {
  expect(withTellingSettings(texts)).toEqual(expected);
});

test('a name without settings', () => {
  expect(withoutSettings('http-request {url: "a"}')).toBe('http-request');
  expect(withoutSettings('deny')).toBe('deny');
});

const masked = '***';
const live = (policy: string | Secret): Spec => ({ url: 'https://a.example.com', traffic_policy: policy });
const open = endpoint([app]);
const closed = endpoint([deny()]);

function entryOf(applied: Spec, observed: Spec): LedgerEntry {
  return { kind: 'endpoint', applied, observed } as unknown as LedgerEntry;
}

const seen = (fits: readonly string[], isClear = true): Secret => new Secret('x', { isClear, fits });

test.each<readonly [string, Spec, Spec, LedgerEntry | undefined, readonly unknown[]]>([
  ['both can be read', open, closed, undefined, []],
  ['live is masked', live(masked), open, undefined, [{ code: 'policy-unread', why: 'masked' }]],
  ['live is masked, and all is refused', live(masked), closed, undefined, []],
  ['live is nonsense', live('{'), open, undefined, [{ code: 'policy-unread', why: 'unreadable' }]],
  ['both are the same nonsense', live('{'), live('{'), undefined, []],
  ['the next is masked', open, live(masked), undefined, [{ code: 'policy-unverified', why: 'masked' }]],
  ['live is as it was answered for what was applied', live(masked), open, entryOf(closed, live(masked)), []],
  [
    'live is not as it was answered',
    live(masked),
    open,
    entryOf(closed, closed),
    [{ code: 'policy-unread', why: 'masked' }],
  ],
  [
    'what was applied cannot be read either',
    live(masked),
    open,
    entryOf(live('{'), live(masked)),
    [{ code: 'policy-unread', why: 'masked' }],
  ],
  [
    'nothing of it was applied',
    live(masked),
    open,
    entryOf({}, live(masked)),
    [{ code: 'policy-unread', why: 'masked' }],
  ],
  ['a snapshot has what was applied', live(seen(['{'])), live('{'), entryOf(live('{'), {}), []],
  [
    'a snapshot has something else than what was applied',
    live(seen(['['])),
    open,
    entryOf(closed, {}),
    [{ code: 'policy-unread', why: 'snapshot' }],
  ],
  [
    'a snapshot tells nothing',
    live(new Secret('x', { isClear: true })),
    open,
    entryOf(closed, {}),
    [{ code: 'policy-unread', why: 'snapshot' }],
  ],
])('unread: %s', (_name, before, after, entry, expected) => {
  expect(possibleExposureOf({ kind: 'endpoint', before, after }, entry)).toEqual(expected);
});

test('why a policy is not read', () => {
  const texts = [masked, '{', seen([]), seen([], false), new Secret('{'), undefined];
  expect(texts.map((text) => whyUnread(text))).toEqual([
    'masked',
    'unreadable',
    'snapshot',
    'unreadable',
    'unreadable',
    'unreadable',
  ]);
});

test.each<readonly [string, string, readonly unknown[]]>([
  ['https://a.example.com', 'http://a.example.com', [{ code: 'encryption-lost', from: 'https', to: 'http' }]],
  [' tls://a.example.com', 'tcp://a.example.com:1', [{ code: 'encryption-lost', from: 'tls', to: 'tcp' }]],
  ['http://a.example.com', 'tcp://a.example.com:1', []],
  ['https://a.example.com', 'tls://a.example.com', []],
  ['https://a.example.com', 'nonsense', []],
])('encryption from %s to %s', (before, after, expected) => {
  expect(lostEncryption(before, after)).toEqual(expected);
  expect(lostEncryption(before, undefined)).toEqual([]);
});

test('the fields that decide who may pass', () => {
  const paths = [
    ...['oidc.client_secret', 'ip_restriction.ip_policy_ids[0]', 'bindings', 'tls_termination.min_version'],
    ...['tls_termination.terminate_at', 'backend.backend_id', 'description', 'match'],
  ];
  expect(paths.filter((path) => isProtectionPath('https-route', path))).toEqual([
    'oidc.client_secret',
    'ip_restriction.ip_policy_ids[0]',
    'bindings',
    'tls_termination.min_version',
  ]);
});
