import { expect, test } from 'vitest';
import type { State, Stored } from './objects.ts';
import { isWeaker, servingOf } from './serving.ts';
import type { JsonMap } from './values.ts';

const backend = { backend_id: 'bkd_1' };
const office = { ip_policy_ids: ['ipp_1'] };

function account(...objects: readonly Stored[]): State {
  const edge: Stored = {
    kind: 'endpoint',
    id: 'ep_edge',
    type: 'edge',
    spec: { url: 'https://shop.example.com', edge: 'edghts_1' },
  };
  return new Map([edge, ...objects].map((object) => [object.id, object]));
}

function route(id: string, match: string, spec: JsonMap = {}, match_type = 'path_prefix'): Stored {
  return { kind: 'https-route', id, edgeId: 'edghts_1', spec: { match, match_type, backend, ...spec } };
}

function endpoint(id: string, url: string, spec: JsonMap = {}): Stored {
  return { kind: 'endpoint', id, type: 'cloud', spec: { url, ...spec } };
}

function policy(...actions: readonly JsonMap[]): JsonMap {
  return { traffic_policy: JSON.stringify({ on_http_request: [{ actions }] }) };
}

const forward = { type: 'forward-internal', config: { url: 'https://in.internal' } };

test.each<readonly [url: string, objects: readonly Stored[], id: string | undefined]>([
  ['https://shop.example.com/a/b', [route('short', '/'), route('long', '/a')], 'long'],
  ['https://shop.example.com/a', [route('prefix', '/a'), route('exact', '/a', {}, 'exact_path')], 'exact'],
  ['https://shop.example.com/a/b', [route('exact', '/a', {}, 'exact_path')], undefined],
  ['https://shop.example.com/a', [route('path', '/a'), route('host', 'shop.example.com/a')], 'host'],
  [
    'https://shop.example.com/a',
    [route('off', '/a', { backend: { enabled: false } }), route('all', '/')],
    undefined,
  ],
  ['https://x.example.com/', [endpoint('wild', 'https://*.example.com')], 'wild'],
  [
    'https://x.example.com/',
    [endpoint('wild', 'https://*.example.com'), endpoint('host', 'https://x.example.com')],
    'host',
  ],
  ['https://x.internal/', [endpoint('inner', 'https://x.internal', { bindings: ['internal'] })], undefined],
  ['http://x.example.com/', [endpoint('tls', 'https://x.example.com')], undefined],
])('%s is served', (url, objects, id) => {
  expect(servingOf(url, account(...objects))?.id).toBe(id);
});

test.each<readonly [name: string, before: JsonMap, after: JsonMap, weaker: boolean]>([
  ['a guard goes', { ip_restriction: office }, {}, true],
  [
    'a guard is switched off',
    { ip_restriction: office },
    { ip_restriction: { ...office, enabled: false } },
    true,
  ],
  ['a guard comes', {}, { ip_restriction: office }, false],
  [
    'a list gets longer',
    { ip_restriction: office },
    { ip_restriction: { ip_policy_ids: ['ipp_1', 'ipp_2'] } },
    true,
  ],
  ['another login', { oidc: { issuer: 'a' } }, { saml: { idp_metadata: 'b' } }, false],
  ['another issuer', { oidc: { issuer: 'a' } }, { oidc: { issuer: 'b' } }, true],
  ['nobody serves it', { ip_restriction: office }, { backend: { enabled: false } }, false],
  ['somebody serves it', { backend: { enabled: false } }, { ip_restriction: office }, true],
])('weaker or not: %s', (_, before, after, weaker) => {
  const at = (spec: JsonMap): ReturnType<typeof servingOf> =>
    servingOf('https://shop.example.com/', account(route('one', '/', spec)));
  expect(isWeaker(at(after), at(before))).toBe(weaker);
});

test('a forward to a missing endpoint gives no access, and protects nothing', () => {
  const at = (spec: JsonMap): ReturnType<typeof servingOf> =>
    servingOf('https://x.example.com/', account(endpoint('one', 'https://x.example.com', spec)));
  const nowhere = at(policy(forward));
  expect(isWeaker(nowhere, at(policy({ type: 'jwt-validation' })))).toBe(false);
  expect(isWeaker(at({}), nowhere)).toBe(false);
  expect(isWeaker(at({}), at(policy({ type: 'jwt-validation' }, forward)))).toBe(true);
});

test('no protection is stronger than a deny without a condition', () => {
  const at = (rule: JsonMap): ReturnType<typeof servingOf> => {
    const traffic_policy = JSON.stringify({ on_http_request: [rule] });
    return servingOf(
      'https://x.example.com/',
      account(endpoint('one', 'https://x.example.com', { traffic_policy })),
    );
  };
  const login = at({ actions: [{ type: 'jwt-validation' }] });
  expect(isWeaker(at({ actions: [{ type: 'deny' }] }), login)).toBe(false);
  expect(isWeaker(at({ expressions: ["req.url.path == '/'"], actions: [{ type: 'deny' }] }), login)).toBe(
    true,
  );
  expect(isWeaker(login, at({ actions: [{ type: 'deny' }] }))).toBe(true);
});

test('a policy protects until it forwards, and the policy of its target protects as well', () => {
  const state = account(
    endpoint('outer', 'https://x.example.com', policy({ type: 'jwt-validation' }, forward, { type: 'deny' })),
    endpoint('inner', 'https://in.internal', { bindings: ['internal'], ...policy({ type: 'restrict-ips' }) }),
  );
  const serving = servingOf('https://x.example.com/', state)!;
  expect(serving.onward).toEqual(['inner']);
  expect([...serving.protection.keys()].sort()).toEqual(['policy:jwt-validation', 'policy:restrict-ips']);
});
