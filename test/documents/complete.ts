/** Documents of every kind in which every key has a value, each with the files that it needs beside it. */
import { readFileSync } from 'node:fs';
import { parseAllDocuments, parseDocument } from 'yaml';
import { explainedDocument } from '../../src/derive/explain/example-document.ts';
import { examplePolicy, oneActionPolicy } from '../../src/derive/policy-language/policy-example.ts';
import { policyTests } from '../../src/kinds/documents/policy-test.ts';
import { requestTests } from '../../src/kinds/documents/request-test.ts';
import { settings } from '../../src/kinds/documents/settings.ts';
import { trafficActions } from '../../src/kinds/policy/index.ts';
import type { Json, JsonObject } from '../../src/model/value.ts';

/** The text of files, or their documents. */
export type Files = Readonly<Record<string, string | readonly JsonObject[]>>;

/** A document, and the files of its workspace beside its own. */
export interface CompleteDocument {
  readonly name: string;
  readonly file: string;
  /** The schema that editors check it with; undefined if it has none. */
  readonly schema: string | undefined;
  readonly document: JsonObject;
  readonly beside: Files;
  /** Only its policy is of interest. */
  readonly isPolicy: boolean;
}

const careful = new URL('../lint/careful/workspace/', import.meta.url);

const includedTexts = Object.fromEntries(
  ['policies/front.yaml', 'policies/hide.json', 'saml/metadata.xml'].map((file) => [
    file,
    readFileSync(new URL(file, careful), 'utf8'),
  ]),
);

const policyFile = parseDocument(includedTexts['policies/front.yaml'] ?? '').toJS() as JsonObject;

const resources = ['endpoints/www', 'edges/database', 'presets/shared', 'routes/shop', 'routes/logins']
  .map((file) => readFileSync(new URL(`resources/${file}.yaml`, careful), 'utf8'))
  .flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as JsonObject))
  .map(({ overrides, ...one }) => ({
    ...one,
    ...(isMap(overrides) ? { overrides: { production: overrides['staging'] ?? null } } : {}),
  })) as readonly JsonObject[];

function isMap(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wordIn(document: JsonObject, key: 'kind' | 'name'): string {
  const word = document[key];
  if (typeof word !== 'string') throw new Error(`a document has no ${key}`);
  return word;
}

const lineage = '5d3c1e9a7b2f4c6d8e0a1b3c5d7f9e2b';

export const secretNames = [
  'APP_GITHUB',
  'CHAT_WEBHOOK',
  'EXAMPLE',
  'HOOKS_GITHUB',
  'LOGIN',
  'SHOP_OIDC',
  'UPSTREAM',
];

const plainSettings = { version: 1, ledger: { store: 'file', lineage }, secrets: secretNames };

const ids = {
  'https-edge/main': 'edghts_2cPzProductionMainEdge0001',
  'https-edge/staff': 'edghts_2cPzProductionStaffEdge002',
  'backend/app': 'bkdhr_2cPzProductionApp000000001',
  'backend/hooks': 'bkdhr_2cPzProductionHooks0000001',
  'backend/shop': 'bkdhr_2cPzProductionShop0000001',
  'backend/database': 'bkdhr_2cPzProductionDatabase0001',
  'ip-policy/office': 'ipp_2cPzProductionOffice00000001',
  'ip-policy/partners': 'ipp_2cPzProductionPartners000001',
  'certificate-authority/corp': 'ca_2cPzProductionCorp00000000001',
};
const vars = { seconds: 30, domain: 'lighthouse.example', allowed_domains: ['lighthouse.example'] };

const needed: Files = {
  'edgewright.yaml': [plainSettings],
  'environments/production.yaml': [{ vars, ids }],
};

const shop: JsonObject = {
  kind: 'https-route',
  name: 'shop',
  labels: { team: 'payments' },
  uses: ['guarded'],
  formerly: ['store'],
  environments: ['production'],
  spec: {
    edge_id: 'https-edge/main',
    match_type: 'path_prefix',
    match: '/shop',
    backend: { backend_id: 'backend/shop' },
    circuit_breaker: { tripped_duration: 60 },
  },
  overrides: { production: { description: 'the shop of $(domain)' } },
};
const guarded: JsonObject = {
  kind: 'preset',
  name: 'guarded',
  spec: {
    oidc: {
      issuer: 'https://login.example.com',
      client_id: 'shop',
      client_secret: '$(secret:SHOP_OIDC)',
      scopes: ['openid'],
    },
  },
};
const shopFiles: Files = { ...needed, 'resources/shop.yaml': [shop, guarded] };

function documentOf(
  name: string,
  file: string,
  schema: string | undefined,
  document: JsonObject,
  beside: Files,
  isPolicy = false,
): CompleteDocument {
  return { name, file, schema, document, beside, isPolicy };
}

const headerSize = { severity: 'warn', options: { max_name_bytes: 100 } };

const wholeSettings = explainedDocument(settings).whole as JsonObject;

/** An endpoint for each action, by its name. */
const actions: readonly JsonObject[] = trafficActions.map((action) =>
  endpointWith(action.type, withAnswer(examplePolicy(action) as JsonObject)),
);

/** What reaches the end of the phase of requests gets a response. */
function withAnswer(policy: JsonObject): JsonObject {
  const rules = (policy['on_http_request'] ?? []) as readonly Json[];
  return { ...policy, on_http_request: [...rules, { actions: [{ type: 'custom-response' }] }] };
}

/** An endpoint that reads what a test can give. */
const reader = endpointWith(
  'reader',
  oneActionPolicy('on_http_request', {
    type: 'custom-response',
    config: {
      status_code: 200,
      body: [
        ...[
          'conn.client_ip',
          'conn.client_ip.categories',
          'conn.client_port',
          'conn.geo.city',
          'conn.geo.country_code',
        ],
        ...['conn.tls.client.subject.common_name', 'conn.tls.client.san.email_addresses', 'conn.ts.start'],
        ...['req.headers', 'req.cookies', 'req.content_length', 'req.content_type', 'time.now'],
        ...['conn.server_region', 'rand.double()'],
      ]
        .map((name) => `\${${name}}`)
        .join(' '),
    },
  }) as JsonObject,
);

function endpointWith(name: string, policy: JsonObject): JsonObject {
  return {
    kind: 'endpoint',
    name,
    labels: { team: 'edge' },
    spec: { url: `https://${name}.example.com`, traffic_policy: policy },
  };
}

const routes = resources.filter((one) =>
  ['shop', 'staff-github', 'account', 'hooks', 'stream'].includes(wordIn(one, 'name')),
);
const presets = resources.filter(({ kind }) => kind === 'preset');

/** The actions that look at a fact of a test, one for each effect. */
const factReaders: readonly string[] = [
  ...new Map(
    trafficActions
      .filter(
        ({ effect }) =>
          !/^(?:append|ask|close|drop|observe|refuse|replace|rewrite|set|undocumented)/.test(effect),
      )
      .map(({ effect, type }) => [effect, type]),
  ).values(),
];

/** The requests that reach what reads the facts of a test. */
export const testedUrls: readonly string[] = [
  ...[...factReaders, 'reader'].map((name) => `https://${name}.example.com/`),
  ...[
    'https-edge/main/',
    'https-edge/main/account',
    'https-edge/main/hooks/github',
    'https-edge/staff/github',
  ],
];

const [wholeTest] = (explainedDocument(requestTests).whole as { tests: readonly [JsonObject] }).tests;
const call = { status: 200, headers: { 'x-flag': ['on', 'off'] }, body: 'on' };
const wholeFacts = {
  from: wholeTest['from'] ?? null,
  given: { ...(wholeTest['given'] as JsonObject), http_request: { 'https://flags.example.com/': call } },
};
const wholeTests = { defaults: wholeFacts, tests: [{ ...wholeTest, ...wholeFacts }] };

const change = '4f1c0903b1d24e0f9a7c55d0c8e1b2f3';

export const completeDocuments: readonly CompleteDocument[] = [
  documentOf(
    'settings',
    'edgewright.yaml',
    'settings',
    {
      ...wholeSettings,
      ledger: { ...(wholeSettings['ledger'] as JsonObject), lineage },
      lint: {
        ...(wholeSettings['lint'] as JsonObject),
        rules: { 'route-unprotected': 'error', 'header-size': { ...headerSize, suppressible: false } },
        overrides: [
          {
            files: ['resources/old/**'],
            addresses: ['https-route/*'],
            rules: { 'route-unprotected': 'warn', 'header-size': headerSize },
          },
        ],
      },
      secrets: [...(wholeSettings['secrets'] as readonly JsonObject[]), 'CHAT_WEBHOOK'],
    },
    shopFiles,
  ),
  documentOf(
    'environment',
    'environments/production.yaml',
    'environment',
    {
      vars,
      ids,
      adopt: {
        'https-route/shop': { id: `${ids['https-edge/main']}/edghtsrt_2ND`, from: '0123456789abcdef' },
      },
      drift: 'report',
    },
    shopFiles,
  ),
  documentOf('resource', 'resources/shop.yaml', 'resource', shop, {
    ...needed,
    'resources/preset.yaml': [guarded],
  }),
  documentOf('preset', 'resources/preset.yaml', 'resource', guarded, {
    ...needed,
    'resources/shop.yaml': [shop],
  }),
  documentOf(
    'removed',
    'resources/removed.yaml',
    'resource',
    { kind: 'removed', address: 'https-route/cart', then: 'retire' },
    shopFiles,
  ),
  documentOf(
    'approval',
    'resources/approval.yaml',
    'resource',
    {
      kind: 'approval',
      allow: 'exposure',
      address: 'https-route/shop',
      environment: 'production',
      change,
      reason: 'the shop is public from Monday on, SEC-412',
    },
    shopFiles,
  ),
  documentOf(
    'approvals',
    'resources/approvals.yaml',
    'resource',
    {
      kind: 'approvals',
      allow: 'exposure',
      environment: 'production',
      changes: { 'https-route/shop': change },
      reason: 'the shop is public from Monday on, SEC-412',
    },
    shopFiles,
  ),
  documentOf(
    'policy tests',
    'policies/quick.test.yaml',
    undefined,
    explainedDocument(policyTests).whole as JsonObject,
    {
      ...shopFiles,
      'edgewright.yaml': [{ ...plainSettings, policies: wholeSettings['policies'] ?? null }],
    },
  ),
  documentOf('request tests', 'tests/requests.yaml', 'test', wholeTests, {
    ...needed,
    ...includedTexts,
    'resources/actions.yaml': [...actions.filter((one) => factReaders.includes(wordIn(one, 'name'))), reader],
    'resources/routes.yaml': [...routes, ...presets],
  }),
  documentOf('policy file', 'policies/front.yaml', undefined, policyFile, {
    ...needed,
    ...includedTexts,
    'resources/www.yaml': resources.filter((one) => one['name'] === 'www'),
  }),
  ...resources
    .filter((one) => one['kind'] !== 'preset' && !/^staff-(?!github)/.test(wordIn(one, 'name')))
    .map((one) =>
      documentOf(`${wordIn(one, 'kind')}/${wordIn(one, 'name')}`, 'resources/one.yaml', 'resource', one, {
        ...needed,
        ...includedTexts,
        'resources/presets.yaml': presets,
      }),
    ),
  ...actions.map((one) =>
    documentOf(`policy with ${wordIn(one, 'name')}`, 'resources/one.yaml', 'resource', one, needed, true),
  ),
];
