import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService, type Service } from './service.ts';
import type { Switches } from './switches.ts';
import { providers } from './tables.ts';
import { isMap, type JsonMap } from './values.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers of any shape, looked into by path
type Tree = Record<string, any>;

/* The model against api.md, sentence by sentence; the title of each test names the section. */

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

interface Answered {
  readonly status: number;
  readonly body: Tree;
}

async function ask(method: string, path: string, body?: unknown, at: Service = service): Promise<Answered> {
  const response = await fetch(path.startsWith('http') ? path : at.url + path, {
    method,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Tree) };
}

let number = 0;
const edge = '/edges/https/edghts_1/routes';
const routeBody = (more: object = {}): object => ({
  match_type: 'path_prefix',
  match: `/p${++number}`,
  ...more,
});
const endpointBody = (more: object = {}): object => ({ url: `https://h${++number}.example.com`, ...more });

async function made(path: string, body: object, at?: Service): Promise<Tree> {
  const { status, body: answered } = await ask('POST', path, body, at);
  expect(status, JSON.stringify(answered)).toBe(201);
  return answered;
}

async function withSwitches<Result>(
  switches: Partial<Switches>,
  use: (at: Service) => Promise<Result>,
): Promise<Result> {
  const at = await openService(switches);
  try {
    return await use(at);
  } finally {
    await at.close();
  }
}

test('4: the eleven operations answer with the status of the table', async () => {
  const endpoint = await made('/endpoints', endpointBody());
  const tlsEdge = await made('/edges/tls', { hostports: ['db.example.com:443'] });
  const route = await made(edge, routeBody());
  const asked = [
    ['GET', '/endpoints', 200],
    ['GET', `/endpoints/${endpoint['id']}`, 200],
    ['PATCH', `/endpoints/${endpoint['id']}`, 200],
    ['GET', `/edges/tls/${tlsEdge['id']}`, 200],
    ['GET', '/edges/tls', 200],
    ['GET', `${edge}/${route['id']}`, 200],
    ['PATCH', `${edge}/${route['id']}`, 200],
    ['DELETE', `/endpoints/${endpoint['id']}`, 204],
  ] as const;
  for (const [method, path, status] of asked) {
    const body = method === 'PATCH' ? { description: 'x' } : undefined;
    expect([method, path, (await ask(method, path, body)).status]).toEqual([method, path, status]);
  }
});

test.each([
  ['PATCH', '/edges/tls/edgtls_1'],
  ['DELETE', '/edges/tls/edgtls_1'],
  ['GET', '/edges/https'],
  ['GET', edge],
  ['DELETE', `${edge}/edghtsrt_1`],
  ['DELETE', `${edge}/edghtsrt_1/oidc`],
  ['PUT', '/endpoints/ep_1'],
])('4.7, 4.10: %s %s is not documented, so it does not exist', async (method, path) => {
  expect((await ask(method, path)).status).toBe(404);
});

test('2.2: an endpoint has the fields of the table', async () => {
  const made1 = await made(
    '/endpoints',
    endpointBody({ description: 'd', metadata: 'm', traffic_policy: '{}' }),
  );
  for (const name of [
    'id',
    'created_at',
    'public_url',
    'proto',
    'hostport',
    'type',
    'metadata',
    'description',
    'traffic_policy',
    'bindings',
    'uri',
    'pooling_enabled',
    'url',
  ]) {
    expect(made1).toHaveProperty(name);
  }
  expect(made1).toMatchObject({ type: 'cloud', proto: 'https', bindings: ['public'] });
});

test('2.3, 2.4: lists hold items, their own uri and the next page', async () => {
  expect((await ask('GET', '/endpoints')).body).toMatchObject({
    uri: `${service.url}/endpoints`,
    next_page_uri: null,
  });
  expect((await ask('GET', '/edges/tls')).body).toHaveProperty('tls_edges');
});

test('2.3: pages follow next_page_uri, and an empty one may come last', async () => {
  await withSwitches({ pageSize: 2 }, async (at) => {
    for (let index = 0; index < 4; index++) await made('/endpoints', endpointBody(), at);
    const sizes = [];
    let next: string | null = '/endpoints';
    while (next !== null) {
      const page: Answered = await ask('GET', next, undefined, at);
      sizes.push((page.body['endpoints'] as unknown[]).length);
      next = page.body['next_page_uri'] as string | null;
    }
    expect(sizes).toEqual([2, 2, 0]);
  });
});

test('2.6: enabled is true when not given, except for the user agent filter', async () => {
  const route = await made(edge, routeBody({ compression: {}, user_agent_filter: { deny: ['x'] } }));
  expect(route).toMatchObject({ compression: { enabled: true }, user_agent_filter: { enabled: false } });
});

test('2.7, 2.8: what is written by id reads back as references', async () => {
  const route = await made(
    edge,
    routeBody({ backend: { backend_id: 'bkd_1' }, ip_restriction: { ip_policy_ids: ['ipp_1', 'ipp_2'] } }),
  );
  expect(route).toMatchObject({
    backend: { enabled: true, backend: { id: 'bkd_1' } },
    ip_restriction: { ip_policies: [{ id: 'ipp_1' }, { id: 'ipp_2' }] },
  });
  expect(route['backend']).not.toHaveProperty('backend_id');
  const tlsEdge = await made('/edges/tls', { mutual_tls: { certificate_authority_ids: ['ca_1'] } });
  expect(tlsEdge).toMatchObject({ mutual_tls: { certificate_authorities: [{ id: 'ca_1' }] } });
});

test('2.7: SAML returns the read-only fields, and accepts none of them', async () => {
  const route = await made(edge, routeBody({ saml: { idp_metadata: '<x/>' } }));
  for (const name of [
    'entity_id',
    'assertion_consumer_service_url',
    'single_logout_url',
    'request_signing_certificate_pem',
    'metadata_url',
  ]) {
    expect(route['saml'][name]).toBeTypeOf('string');
    expect((await ask('POST', edge, routeBody({ saml: { [name]: 'x' } }))).status).toBe(400);
  }
  expect(route['saml']['entity_id']).toBe(route['saml']['metadata_url']);
});

const eachProvider = providers.map((name) => [name] as const);
test.each(eachProvider)('2.9: %s is a provider with the five fields', async (name) => {
  const config = {
    client_id: 'i',
    client_secret: 's',
    scopes: ['a'],
    email_addresses: ['a@example.com'],
    email_domains: ['example.com'],
  };
  const route = await made(edge, routeBody({ oauth: { provider: { [name]: config } } }));
  expect(route['oauth']['provider'][name]).toMatchObject(config);
  const teams = { ...config, teams: ['o/t'], organizations: ['o'] };
  const { status } = await ask('POST', edge, routeBody({ oauth: { provider: { [name]: teams } } }));
  expect(status).toBe(name === 'github' ? 201 : 400);
});

test.each<readonly [section: string, path: string, body: JsonMap]>([
  ['4.1: only cloud', '/endpoints', { url: 'https://a.example.com', type: 'edge' }],
  ['4.1: a field that is not there', '/endpoints', { url: 'https://a.example.com', hostport: 'x' }],
  ['4.1: the type of a field', '/endpoints', { url: 'https://a.example.com', bindings: 'public' }],
  ['4.8: match_type', edge, { match: '/a', match_type: 'regex' }],
  ['4.8: without a match', edge, { match_type: 'exact_path' }],
  ['8: description', edge, { match: '/a', match_type: 'exact_path', description: 'ü'.repeat(128) }],
  ['8: metadata', edge, { match: '/a', match_type: 'exact_path', metadata: 'x'.repeat(4097) }],
  ['8: num_buckets', edge, { match: '/a', match_type: 'exact_path', circuit_breaker: { num_buckets: 129 } }],
  [
    '2.9: a fraction, not a percentage',
    edge,
    { match: '/a', match_type: 'exact_path', circuit_breaker: { error_threshold_percentage: 20 } },
  ],
  ['2.7: uint32', edge, { match: '/a', match_type: 'exact_path', circuit_breaker: { rolling_window: -1 } }],
  [
    '2.9: a webhook needs its secret',
    edge,
    { match: '/a', match_type: 'exact_path', webhook_verification: { provider: 'github' } },
  ],
  [
    '2.9: an id needs its secret',
    edge,
    { match: '/a', match_type: 'exact_path', oauth: { provider: { google: { client_id: 'x' } } } },
  ],
  [
    '2.9: scopes need both',
    edge,
    { match: '/a', match_type: 'exact_path', oauth: { provider: { google: { scopes: ['x'] } } } },
  ],
  [
    '2.9: an unknown provider',
    edge,
    { match: '/a', match_type: 'exact_path', oauth: { provider: { elsewhere: {} } } },
  ],
  [
    '2.7: auth_check_interval is of OAuth only',
    edge,
    { match: '/a', match_type: 'exact_path', oidc: { auth_check_interval: 1 } },
  ],
  ['2.9: terminate_at', '/edges/tls', { tls_termination: { terminate_at: 'middle' } }],
  [
    '2.9: min_version is null upstream',
    '/edges/tls',
    { tls_termination: { terminate_at: 'upstream', min_version: '1.2' } },
  ],
  [
    '2.9: upstream allows no mutual TLS',
    '/edges/tls',
    { tls_termination: { terminate_at: 'upstream' }, mutual_tls: { certificate_authority_ids: [] } },
  ],
  ['2.4: oidc is of routes only', '/edges/tls', { oidc: {} }],
])('%s: refused', async (_, path, body) => {
  expect((await ask('POST', path, body)).status).toBe(400);
});

test.each<readonly [section: string, path: string, body: object]>([
  ['8: 255 bytes', edge, { description: 'x'.repeat(255) }],
  ['8: 4096 bytes', edge, { metadata: 'x'.repeat(4096) }],
  ['8: 128 buckets', edge, { circuit_breaker: { num_buckets: 128, error_threshold_percentage: 1 } }],
  ['2.9: the provider without a secret', edge, { webhook_verification: { provider: 'sns' } }],
  ['2.9: the managed app', edge, { oauth: { provider: { google: { email_domains: ['example.com'] } } } }],
  ['4.8: a module may be null', edge, { oidc: null }],
])('%s: accepted', async (_, path, body) => {
  await made(path, routeBody(body));
});

test('4.10: an absent module is kept, a given one replaced whole, and null removes none', async () => {
  const { id } = await made(
    edge,
    routeBody({ compression: {}, circuit_breaker: { tripped_duration: 9, volume_threshold: 8 } }),
  );
  const { body } = await ask('PATCH', `${edge}/${id}`, {
    circuit_breaker: { volume_threshold: 7 },
    compression: null,
  });
  expect(body).toMatchObject({
    compression: { enabled: true },
    circuit_breaker: { volume_threshold: 7, tripped_duration: 0 },
  });
});

test('an update is all or nothing', async () => {
  const { id } = await made(edge, routeBody({ description: 'old' }));
  const body = { description: 'new', circuit_breaker: { num_buckets: 500 } };
  expect((await ask('PATCH', `${edge}/${id}`, body)).status).toBe(400);
  expect((await ask('GET', `${edge}/${id}`)).body).toMatchObject({ description: 'old' });
});

test('4.4, 4.5: only cloud endpoints can be updated and deleted', async () => {
  service.objects.put('outside', 'test', {
    kind: 'endpoint',
    id: 'ep_agent',
    type: 'ephemeral',
    spec: { url: 'https://agent.example.com' },
  });
  expect((await ask('GET', '/endpoints/ep_agent')).body).toMatchObject({ type: 'ephemeral' });
  expect((await ask('PATCH', '/endpoints/ep_agent', { description: 'x' })).status).toBe(400);
  expect((await ask('DELETE', '/endpoints/ep_agent')).status).toBe(400);
});

test('the same url twice is 409, the same selector on one edge 400', async () => {
  const url = `https://twice${++number}.example.com`;
  await made('/endpoints', { url });
  expect(
    (await ask('POST', '/endpoints', { url: `${url.toUpperCase().replace('HTTPS', 'https')}:443` })).status,
  ).toBe(409);
  const body = routeBody();
  await made(edge, body);
  expect((await ask('POST', edge, body)).status).toBe(400);
  expect((await ask('POST', edge.replace('edghts_1', 'edghts_2'), body)).status).toBe(201);
});

test('a route belongs to its edge', async () => {
  const { id } = await made(edge, routeBody());
  expect((await ask('GET', `${edge.replace('edghts_1', 'edghts_2')}/${id}`)).status).toBe(404);
});

const oidc = { issuer: 'https://i.example.com', client_id: 'c', client_secret: 'open sesame' };
test.each<readonly [Switches['secrets'], unknown]>([
  ['clear', 'open sesame'],
  ['null', null],
  ['absent', undefined],
  ['empty', ''],
  ['stars', '***'],
  ['bullets', '••••••••'],
  ['prefix', 'open****'],
])('the switch secrets %s', async (secrets, shown) => {
  await withSwitches({ secrets }, async (at) => {
    const provider = { google: { client_id: 'c', client_secret: 'open sesame' } };
    const route = await made(
      edge,
      routeBody({
        oidc,
        oauth: { provider },
        webhook_verification: { provider: 'slack', secret: 'open sesame' },
      }),
      at,
    );
    expect(route['oidc']['client_secret']).toBe(shown);
    expect(route['oauth']['provider']['google']['client_secret']).toBe(shown);
    expect(route['webhook_verification']['secret']).toBe(shown);
    expect(at.objects.now().get(route['id'] as string)!.spec['oidc']).toEqual(oidc);
  });
});

test.each<readonly [Partial<Switches>, object, object]>([
  [{ defaults: 'none' }, { oidc }, { oidc: { enabled: true, ...oidc } }],
  [{ defaults: 'service' }, { oidc }, { oidc: { maximum_duration: 86400 } }],
  [
    { headers: 'lower' },
    { request_headers: { add: { 'X-A': '1' } } },
    { request_headers: { add: { 'x-a': '1' } } },
  ],
  [
    { headers: 'canonical' },
    { request_headers: { remove: ['x-old'] } },
    { request_headers: { remove: ['X-Old'] } },
  ],
  [
    { references: 'single' },
    { ip_restriction: { ip_policy_ids: ['ipp_1'] } },
    { ip_restriction: { ip_policies: { id: 'ipp_1' } } },
  ],
  [
    { order: 'reversed' },
    { ip_restriction: { ip_policy_ids: ['ipp_1', 'ipp_2'] } },
    { ip_restriction: { ip_policies: [{ id: 'ipp_2' }, { id: 'ipp_1' }] } },
  ],
  [{ drops: ['oidc'] }, { oidc }, { oidc: null }],
])('the switch %j', async (switches, body, shown) => {
  await withSwitches(switches, async (at) => {
    expect(await made(edge, routeBody(body), at)).toMatchObject(shown);
  });
});

test('the switches of urls, unset modules, updates and doubles', async () => {
  const url = 'https://UP.example.com:443';
  expect(await withSwitches({ urls: 'no-port' }, (at) => made('/endpoints', { url }, at))).toMatchObject({
    url: 'https://up.example.com',
  });
  expect(
    await withSwitches({ unsetModules: 'absent' }, (at) => made(edge, routeBody(), at)),
  ).not.toHaveProperty('oidc');
  await withSwitches({ absentInUpdate: 'cleared', doubles: 'taken' }, async (at) => {
    const body = routeBody({ description: 'd', compression: {} });
    const { id } = await made(edge, body, at);
    await made(edge, body, at);
    const updated = await ask('PATCH', `${edge}/${id}`, { metadata: 'm' }, at);
    expect(updated.body).toMatchObject({ description: '', metadata: 'm', compression: { enabled: true } });
  });
});

test('a lost response, before and after; a late effect; refusals', async () => {
  await withSwitches({}, async (at) => {
    at.begin('client', [
      { method: 'POST', nth: 1, fault: { does: 'lose-before' } },
      { method: 'POST', nth: 2, fault: { does: 'lose-after' } },
      { method: 'POST', nth: 3, fault: { does: 'late', requests: 1 } },
      { method: 'POST', nth: 4, fault: { does: 'answer', status: 429, retryAfter: '7', done: false } },
      { method: 'POST', nth: 5, fault: { does: 'answer', status: 503, done: true } },
    ]);
    const counts = [];
    for (let index = 0; index < 3; index++) {
      await expect(ask('POST', edge, routeBody(), at)).rejects.toThrow();
      counts.push(at.objects.now().size);
    }
    const limited = await fetch(at.url + edge, { method: 'POST', body: '{}' });
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
    counts.push(at.objects.now().size);
    expect((await ask('POST', edge, routeBody(), at)).status).toBe(503);
    counts.push(at.objects.now().size);
    expect(counts).toEqual([0, 1, 1, 2, 3]);
    expect(at.objects.log.map(({ by }) => by)).toEqual(['client', 'client', 'client']);
  });
});

test('reads and lists lag behind writes, until they settle', async () => {
  await withSwitches({ lag: 2 }, async (at) => {
    const { id } = await made('/endpoints', endpointBody(), at);
    expect((await ask('GET', `/endpoints/${id}`, undefined, at)).status).toBe(404);
    expect((await ask('GET', `/endpoints/${id}`, undefined, at)).status).toBe(200);
    await ask('DELETE', `/endpoints/${id}`, undefined, at);
    expect((await ask('GET', '/endpoints', undefined, at)).body['endpoints']).toHaveLength(1);
    at.settle();
    expect((await ask('GET', '/endpoints', undefined, at)).body['endpoints']).toHaveLength(0);
  });
});

test('a body that is not JSON, or not an object, is refused', async () => {
  expect((await ask('POST', '/endpoints', '{')).status).toBe(400);
  expect((await ask('POST', '/endpoints', '[]')).status).toBe(400);
  expect(isMap((await ask('GET', '/nothing')).body)).toBe(true);
});
