import fc, { type Arbitrary } from 'fast-check';
import { kindNames, kinds } from '../../src/kinds/index.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import type { Json, JsonObject } from '../../src/model/value.ts';
import type { RunningServer } from '../../src/server/start-server.ts';
import { arbitrarySpec } from '../arbitraries/spec.ts';
import { rawVocabulary } from './raw-vocabulary.ts';

export interface Made {
  readonly kind: KindName;
  readonly spec: JsonObject;
}

/** Strings with a meaning in YAML or in our expressions, which `pull` must quote or escape. */
const awkward = fc.constantFrom(
  'costs $(5) and $$(6)',
  '$(secret:NOT_OURS)',
  '$(file:/etc/passwd)',
  '$$$(domain)',
  '- a: b # c',
  'yes',
  '012',
  '0x10',
  '12:30',
  'null',
  '~',
  ': ',
  '#',
  '&a *b !c %d @e',
  ' spaces ',
  'trailing ',
  'two\nlines\n',
  '\n\nblank lines\n\n\n',
  '  indented\nlines',
  'tab\tand\r\nline ends',
  'größe 👍 日本語 \u202e\u0000\u0085\u2028\ufeff',
  `::error::a${'b'.repeat(200)}`,
  '---\na: 1\n...',
  '',
);

const awkwardPolicy = fc.constantFrom(
  '# who may read\non_http_request:\n  - actions:\n      - type: deny # all of it\n',
  '{"on_http_request":[{"actions":[{"type":"deny","config":{"a":"$(b)","c":"${d}","e":"yes"}}]}]}',
  'on_http_request: [{actions: [{type: log, config: {token: ghp_0123456789abcdefghij}}]}] # ghp_0123456789abcdefghij\n',
  ' ',
  'on_http_request:\r\n  - actions: [{type: deny}]\r\n',
  `on_http_request: [{name: "${'long '.repeat(300)}", actions: [{type: deny}]}]`,
);

const oddHeaders = fc.constantFrom<JsonObject>(
  { 'X-ODD-Case': 'yes', 'x-Empty': '' },
  { 'X-Token': 'abcdefgh12345678' },
  {
    authorization: 'Basic dXNlcjpwYXNzd29yZA==',
    'x-api-key': 'abcdefgh12345678',
    'x-a': 'see abcdefgh12345678',
  },
  { 'x-a_b': 'ghp_0123456789abcdefghij', 'x-a-b': 'ghp_another89abcdefghij0' },
);

const liveObject: Arbitrary<Made> = fc.constantFrom(...kindNames).chain((kind) =>
  fc
    .record({
      spec: arbitrarySpec(kind, rawVocabulary),
      description: fc.option(awkward, { nil: undefined }),
      metadata: fc.option(awkward, { nil: undefined }),
      policy: fc.option(awkwardPolicy, { nil: undefined }),
      headers: fc.option(oddHeaders, { nil: undefined }),
    })
    .map(({ spec, description, metadata, policy, headers }) => ({
      kind,
      spec: {
        ...withTokens(spec),
        ...(description === undefined ? {} : { description }),
        ...(metadata === undefined ? {} : { metadata }),
        ...(policy === undefined ? {} : { traffic_policy: kind === 'endpoint' ? policy : { value: policy } }),
        ...(headers === undefined || kind !== 'https-route'
          ? {}
          : { request_headers: { add: headers, remove: [] } }),
      },
    })),
);

/** A live spec with literal secrets in it, also in headers, that look like secrets. */
export function withTokens(spec: JsonObject): JsonObject {
  const text = JSON.stringify(spec).replaceAll(/\$\(secret:(\w+)\)/g, '$1-4eC39HqLyjWDarjtT1zdp7dc');
  return JSON.parse(text) as JsonObject;
}

/** Live objects of which no two serve the same URLs, since the service would refuse the second. */
export const liveObjects = fc
  .array(liveObject, { minLength: 1, maxLength: 4 })
  .map((objects) => objects.map((made, index) => ({ ...made, spec: { ...made.spec, ...own(made, index) } })));

function own({ kind, spec }: Made, index: number): JsonObject {
  switch (kind) {
    case 'endpoint':
      return { url: (spec['url'] as string).replace('://', `://o${index}.`) };
    case 'https-route':
      return { match: `/o${index}` };
    case 'tls-edge':
      return { hostports: (spec['hostports'] as readonly string[]).map((each) => `o${index}.${each}`) };
  }
}

/** Values seen in services that a file must not contain, or must write in a different form. */
const odd = fc.constantFrom<JsonObject>(
  { description: 'x'.repeat(300) },
  { description: 'ä'.repeat(200) },
  { metadata: 'm'.repeat(4090) },
  { metadata: 'y'.repeat(5000) },
  { bindings: ['public', 'internal'] },
  { bindings: ['pubilc'] },
  { bindings: [] },
  { bindings: null },
  { url: 'https://EXAMPLE.com:443/' },
  { url: 'tcp://x.example.com' },
  { url: 'ftp://x' },
  { url: '' },
  { url: 'https://user:pw@x.example.com' },
  { url: 'https://localhost' },
  { url: 'http://a.internal' },
  { url: 'https://*.example.com' },
  { match: 'x.example.com' },
  { match: '/a b' },
  { match: '/%2e%2e/' },
  { match: '' },
  { match: '/ä' },
  { match: '*' },
  { match: 'X.EXAMPLE.com/A' },
  { match_type: 'regex' },
  { hostports: ['a.example.com'] },
  { hostports: [] },
  { hostports: ['a.example.com:99999'] },
  { hostports: ['A.example.com:443', 'b.example.com:443'] },
  { ip_restriction: { enabled: true, ip_policy_ids: [] } },
  { ip_restriction: { enabled: null, ip_policy_ids: ['ipp_outside1'] } },
  {
    oauth: {
      provider: {
        github: {
          client_id: 'a',
          client_secret: 'abcdefgh12',
          scopes: null,
          teams: ['x'],
          organizations: ['Bad Org'],
        },
      },
    },
  },
  { oauth: { provider: { google: {} } } },
  { oauth: { provider: { google: { client_id: 'abc', client_secret: 'x' } } } },
  { oauth: { provider: {} } },
  { oidc: { issuer: 'http://login', client_id: '', client_secret: '' } },
  {
    oidc: {
      issuer: 'https://l.example.com',
      client_id: 'x',
      client_secret: 'supersecretvalue99',
      scopes: ['openid email'],
    },
  },
  { saml: { idp_metadata: '<xml/>' } },
  { webhook_verification: { provider: 'stripe', secret: '' } },
  { webhook_verification: { provider: 'sns' } },
  { webhook_verification: { provider: 'SNS', secret: 'whsec_abcdefgh' } },
  { circuit_breaker: { num_buckets: 500, tripped_duration: 30000, error_threshold_percentage: 20 } },
  { circuit_breaker: {} },
  { compression: { enabled: null } },
  { compression: null },
  { request_headers: { add: { 'bad header': 'x' }, remove: ['x', 'X'] } },
  { request_headers: { add: null, remove: null } },
  { response_headers: { add: { 'set-cookie': 'a=b\r\nc' }, remove: ['Set-Cookie'] } },
  { tls_termination: { terminate_at: 'upstream', min_version: '1.2' } },
  { tls_termination: { terminate_at: 'edge', min_version: 'TLS1.2' } },
  { tls_termination: { terminate_at: 'elsewhere' } },
  { user_agent_filter: { allow: ['('], deny: [] } },
  { user_agent_filter: { enabled: true, allow: null, deny: ['(?i)bot', '(?i)bot'] } },
  { backend: null },
  { backend: { enabled: false, backend_id: 'bkdhr_outside2' } },
  { backend: { backend_id: 'UNUSUAL-id_9' } },
  { mutual_tls: { certificate_authority_ids: [] } },
  { name: 'x' },
  { pooling_enabled: null },
  { traffic_policy: 'not: [json' },
  { traffic_policy: { value: '{}' } },
  { traffic_policy: '{}' },
  { traffic_policy: { enabled: false, value: 'a: 1\n---\nb: 2' } },
  {
    traffic_policy:
      '{"on_http_request":[{"actions":[{"type":"restrict-ips","config":{"enforce":true,"allow":["10.0.0.0/33"]}}]}]}',
  },
  { traffic_policy: '{"on_http_request":[{"actions":[{"type":"unknown-action"}]}],"other":1}' },
  {
    traffic_policy:
      '{"on_http_request":[{"actions":[{"type":"forward-internal","config":{"url":"https://nothing.internal"}}]}]}',
  },
  { traffic_policy: '{"inbound":[{"actions":[{"type":"deny"}]}]}' },
);

/** Accounts in which some objects have values that a file must not contain. */
export const oddAccounts = fc.tuple(liveObjects, fc.array(odd, { maxLength: 3 })).map(([objects, oddities]) =>
  objects.map((made, index): Made => {
    const own = Object.entries(oddities[index] ?? {}).filter(([name]) => name in kinds[made.kind].fields);
    const fitting = own.map(([name, value]) => [
      name,
      name === 'traffic_policy' ? policyOf(made, value) : value,
    ]);
    return { ...made, spec: { ...made.spec, ...(Object.fromEntries(fitting) as JsonObject) } };
  }),
);

function policyOf({ kind }: Made, value: Json): Json {
  const text = typeof value === 'string' ? value : ((value as JsonObject)['value'] ?? '');
  return kind === 'endpoint' ? text : typeof value === 'string' ? { value } : value;
}

/** Replaces the objects of the account; returns the ids of the routes. */
export async function makeAccount(
  server: RunningServer,
  objects: readonly Made[],
): Promise<readonly string[]> {
  for (const kind of kindNames)
    for (const { id } of server.outside.objects(kind)) await server.outside.remove(kind, id);
  const routes: string[] = [];
  for (const { kind, spec } of objects) {
    const id = await server.outside.add(kind, spec);
    if (kind === 'https-route') routes.push(`${spec['edge_id'] as string}/${id}`);
  }
  return routes;
}

/** Routes as arguments of the command line. */
export function named(routes: readonly string[]): readonly string[] {
  return routes.flatMap((route) => ['--route', route]);
}
