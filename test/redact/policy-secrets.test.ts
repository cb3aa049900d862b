import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../../src/server/start-server.ts';
import { openStage, type Stage } from './stage.ts';

/*
 * Each setting that holds a secret according to the documentation of the policy language, as a list of its own: the table
 * of the policy language is what is tested here. Pull and plan of an account with all of them tell no value.
 */
const values: string[] = [];

/** A value without a known prefix: only its place tells that it is a secret. */
function planted(name: string): string {
  const value = `zq${name}-Kestrel-${values.length}-"q\\u`;
  values.push(value);
  return value;
}

function plantedKey(name: string): string {
  const body = `MIIEvQ${name}KestrelBADANBgkqhkiG9w0BAQEFAASC`;
  values.push(body);
  return `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`;
}

const certificate = '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUO1\n-----END CERTIFICATE-----\n';

const login = (name: string): object => ({ client_id: 'shop', client_secret: planted(name) });

function httpActions(where: string): readonly object[] {
  return [
    {
      type: 'basic-auth',
      config: { credentials: [`ann:${planted(`${where}ann`)}`, `bob:${planted(`${where}bob`)}:tail`] },
    },
    where === 'route'
      ? { type: 'oauth', config: { provider: 'google', ...login('oauth') } }
      : { type: 'openid-connect', config: { issuer_url: 'https://login.example.com', ...login('oidc') } },
    { type: 'verify-webhook', config: { provider: 'github', secret: planted(`${where}hook`) } },
    {
      type: 'add-headers',
      config: {
        headers: {
          authorization: `Bearer ${planted(`${where}bearer`).replaceAll(/["\\]/g, '')}`,
          'x-api-key': planted(`${where}key`),
        },
      },
    },
    {
      type: 'http-request',
      config: {
        url: 'https://audit.internal',
        headers: { 'x-auth-token': planted(`${where}token`), cookie: `s=${planted(`${where}cookie`)}` },
      },
    },
    {
      type: 'ai-gateway',
      config: { providers: [{ id: 'own', api_keys: [{ value: planted(`${where}ai`) }] }] },
    },
  ];
}

const httpPolicy = (where: string): object => ({
  on_http_request: [...httpActions(where), { type: 'deny' }].map((action) => ({ actions: [action] })),
});

const tlsPolicy = (where: string): object => ({
  on_tcp_connect: [
    {
      actions: [
        {
          type: 'terminate-tls',
          config: { server_private_key: plantedKey(where), server_certificate: certificate },
        },
        { type: 'forward-internal', config: { url: 'tls://db.internal' } },
      ],
    },
  ],
});

const lineage = '7c0e8a52-3a53-4f0e-9f64-2f1d5a0c9b11';
let server: RunningServer;
let stage: Stage;
let route: string;

beforeAll(async () => {
  server = await startServer({ store: 'memory', ids: 'seeded', secrets: 'clear', absentInUpdate: 'kept' });
  await server.outside.add('endpoint', {
    url: 'https://shop.example.com',
    traffic_policy: JSON.stringify(httpPolicy('endpoint')),
  });
  await server.outside.add('endpoint', {
    url: 'tls://db.example.com',
    traffic_policy: JSON.stringify(tlsPolicy('cloudtls')),
  });
  await server.outside.add('tls-edge', {
    hostports: ['mail.example.com:443'],
    traffic_policy: { enabled: true, value: JSON.stringify(tlsPolicy('edge')) },
  });
  const added = await server.outside.add('https-route', {
    edge_id: 'edghts_2aPzMain',
    match_type: 'path_prefix',
    match: '/docs',
    traffic_policy: { enabled: true, value: JSON.stringify(httpPolicy('route')) },
  });
  route = `edghts_2aPzMain/${added}`;
  stage = openStage(
    {
      'edgewright.yaml': `version: 1\nledger: { store: file, lineage: ${lineage} }\n`,
      'environments/production.yaml': 'ids: { https-edge/main: edghts_2aPzMain }\n',
    },
    { EDGEWRIGHT_API_URL: server.url },
  );
});

afterAll(async () => {
  stage.close();
  await server.close();
});

/** As printed in any of the texts: as it is, or inside JSON or a double-quoted string of YAML. */
function told(): readonly string[] {
  return stage
    .texts()
    .filter(([name]) => !name.startsWith('vault/'))
    .flatMap(([name, text]) =>
      values
        .filter((value) => text.includes(value) || text.includes(JSON.stringify(value).slice(1, -1)))
        .map((value) => `${name}: ${value}`),
    );
}

test('no command tells a secret of a live policy', async () => {
  expect(values.length).toBeGreaterThanOrEqual(18);
  expect(await stage.run('ledger init')).toBe(0);
  for (const command of [
    'pull --diff',
    'pull --secrets-dir vault',
    `pull ${route} --secrets-dir vault`,
    'plan --secrets-dir vault',
    'plan --secrets-dir vault --format json',
  ]) {
    const exit = await stage.run(command);
    expect({ command, exit, text: exit === 0 ? '' : stage.last() }).toEqual({ command, exit: 0, text: '' });
  }
  // Nothing but adoptions: the files say what is live.
  expect(stage.last()).toContain('"update": 0,');
  expect(told()).toEqual([]);
});
