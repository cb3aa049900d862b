import { afterEach, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../../src/server/start-server.ts';
import { githubState, type GithubState } from '../remote/forge/stand-in/github.ts';
import { onGithub } from '../remote/forge/stand-in/on-github.ts';
import { share } from '../runs.ts';
import { openStage, type Stage } from './stage.ts';

/*
 * Each setting that holds a secret according to the documentation of the policy language, as a list of its own: the
 * table of the policy language is what is tested here. Each is alone in its policy, so that no other secret hides the
 * policy as a whole, and nearly none has a form that tells that it is one: only its place does.
 */
const values: string[] = [];

function planted(name: string): string {
  const value = `zq${name}-Kestrel-${values.length}-"q\\u`;
  values.push(value);
  return value;
}

/** Too short to be looked for in other texts. */
function short(): string {
  const value = `q7%${values.length + 10}Z`;
  values.push(value);
  return value;
}

function plantedKey(): string {
  const body = `MIIEvQ${values.length}KestrelBADANBgkqhkiG9w0BAQEFAASC`;
  values.push(body);
  return `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`;
}

const certificate = '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUO1\n-----END CERTIFICATE-----\n';

type Action = Readonly<Record<string, unknown>>;

const httpActions: readonly (() => Action)[] = [
  () => ({ type: 'basic-auth', config: { credentials: [`ann:${planted('ann')}`] } }),
  () => ({
    type: 'basic-auth',
    config: { credentials: [`bob:${planted('bob')}:tail`, `cy:${planted('cy')}`] },
  }),
  () => ({
    type: 'oauth',
    config: { provider: 'google', client_id: 'shop', client_secret: planted('oauth') },
  }),
  () => ({
    type: 'openid-connect',
    config: {
      issuer_url: 'https://login.example.com',
      client_id: 'shop',
      client_secret: planted('oidc'),
    },
  }),
  () => ({
    type: 'openid-connect',
    config: { issuer_url: 'https://login.example.com', client_id: 'shop', client_secret: short() },
  }),
  () => ({ type: 'verify-webhook', config: { provider: 'github', secret: planted('hook') } }),
  () => ({ type: 'verify-webhook', config: { provider: 'github', secret: short() } }),
  () => ({ type: 'add-headers', config: { headers: { authorization: `Bearer ${planted('b')}` } } }),
  () => ({ type: 'add-headers', config: { headers: { 'x-api-key': planted('key'), 'x-plain': 'plain' } } }),
  () => ({ type: 'add-headers', config: { headers: { 'x-api-key': short() } } }),
  ...['x-auth-token', 'cookie'].map((header) => () => ({
    type: 'http-request',
    config: { url: 'https://audit.internal', headers: { [header]: planted(header) } },
  })),
  ...[() => planted('ai'), short].map((value) => () => ({
    type: 'ai-gateway',
    config: { providers: [{ id: 'own', api_keys: [{ value: value() }] }] },
  })),
];

const httpPolicy = (action: Action): string =>
  JSON.stringify({ on_http_request: [{ actions: [action] }, { actions: [{ type: 'deny' }] }] });

const tlsPolicy = (): string => {
  const config = { server_private_key: plantedKey(), server_certificate: certificate };
  const forward = { type: 'forward-internal', config: { url: 'tls://db.internal' } };
  return JSON.stringify({ on_tcp_connect: [{ actions: [{ type: 'terminate-tls', config }, forward] }] });
};

/** An object with a policy: `spec` takes its text. */
interface Policed {
  readonly kind: 'endpoint' | 'tls-edge' | 'https-route';
  readonly name: string;
  readonly own: Readonly<Record<string, unknown>>;
  readonly policy: () => string;
}

const objects: readonly Policed[] = [
  ...httpActions.map((action, index): Policed => ({
    kind: 'endpoint',
    name: `shop-${index}-example-com`,
    own: { url: `https://shop-${index}.example.com` },
    policy: () => httpPolicy(action()),
  })),
  { kind: 'endpoint', name: 'db-example-com', own: { url: 'tls://db.example.com' }, policy: tlsPolicy },
  {
    kind: 'tls-edge',
    name: 'mail-example-com-443',
    own: { hostports: ['mail.example.com:443'] },
    policy: tlsPolicy,
  },
  {
    kind: 'https-route',
    name: 'docs',
    own: { edge_id: 'edghts_2aPzMain', match_type: 'path_prefix', match: '/docs' },
    policy: () =>
      httpPolicy({ type: 'verify-webhook', config: { provider: 'github', secret: planted('r') } }),
  },
];

const policyField = (kind: Policed['kind'], text: string): object => ({
  traffic_policy: kind === 'endpoint' ? text : { enabled: true, value: text },
});

let server: RunningServer | undefined;
let stage: Stage | undefined;

afterEach(async () => {
  stage?.close();
  await server?.close();
});

interface Account {
  readonly run: (command: string) => Promise<number>;
  readonly stage: Stage;
  /** By name. */
  readonly ids: ReadonlyMap<string, string>;
  /** Puts other secrets into each policy, outside Edgewright. */
  readonly change: () => Promise<void>;
  /** The secrets in what was printed, written or sent to the forge: as they are, or escaped as in JSON. */
  readonly told: () => readonly string[];
}

async function openAccount(): Promise<Account> {
  const { outside, url } = (server = await startServer({
    store: 'memory',
    ids: 'seeded',
    secrets: 'clear',
    absentInUpdate: 'kept',
  }));
  const ids = new Map<string, string>();
  for (const { kind, name, own, policy } of objects)
    ids.set(name, await outside.add(kind, { ...own, ...policyField(kind, policy()) } as never));
  const settings = 'ledger: { store: file, lineage: 7c0e8a52-3a53-4f0e-9f64-2f1d5a0c9b11 }';
  const opened = (stage = openStage(
    {
      'edgewright.yaml': `version: 1\n${settings}\n`,
      'environments/production.yaml': 'ids: { https-edge/main: edghts_2aPzMain }\n',
    },
    { EDGEWRIGHT_API_URL: url, EDGEWRIGHT_FINGERPRINT_KEY: 'f'.repeat(32) },
  ));
  const github: GithubState = githubState();
  return {
    stage: opened,
    ids,
    run: (command) =>
      command.startsWith('comment')
        ? onGithub(opened.folder, (ci) => opened.run(command, ci), github)
        : opened.run(command),
    change: async () => {
      for (const { kind, name, policy } of objects)
        await outside.change(kind, ids.get(name) ?? '', policyField(kind, policy()) as never);
    },
    told: () => {
      const texts = opened.texts().filter(([name]) => !name.startsWith('vault/'));
      const found = [...texts, ['the forge', JSON.stringify(github)] as const].flatMap(([name, text]) =>
        values
          .filter((value) => text.includes(value) || text.includes(JSON.stringify(value).slice(1, -1)))
          .map((value) => `${name}: ${value}`),
      );
      return [...new Set(found)];
    },
  };
}

/** Everything that tells of an account. */
const reports = share([
  'plan --requests --all',
  ...['json', 'markdown', 'html'].map((format) => `plan --format ${format} --requests`),
  'plan --save saved.json',
  'plan show saved.json --requests',
  'drift',
  ...['json', 'markdown'].map((format) => `drift --format ${format}`),
  'snapshot -o live.json',
  'lint --live',
  'trace https://shop-0.example.com/ --live --format json',
  'graph --live --format mermaid',
  'pull --diff',
  'ledger show endpoint/shop-2-example-com',
  'comment --required --labels --status',
]);

test('no command tells a secret of a live policy that its files refer to', async () => {
  const { run, stage: opened, ids, change, told } = await openAccount();
  for (const command of [
    'ledger init',
    'pull --diff',
    'pull --secrets-dir vault',
    `pull edghts_2aPzMain/${ids.get('docs')} --secrets-dir vault`,
    'plan --secrets-dir vault',
    'plan --secrets-dir vault --format json',
  ]) {
    const exit = await run(command);
    expect({ command, exit, text: exit === 0 ? '' : opened.last() }).toEqual({ command, exit: 0, text: '' });
  }
  // Nothing but adoptions: the files say what is live.
  expect(opened.last()).toContain(`"adopt": ${objects.length},`);
  expect(opened.last()).toContain('"update": 0,');
  expect(await run('apply --yes --secrets-dir vault')).toBe(0);
  await change();
  for (const command of [...reports, 'plan --secrets-dir vault', 'plan --secrets-dir vault --format json'])
    await run(command);
  // The drift is kept.
  expect(await run('apply --yes --secrets-dir vault --format json')).toBe(2);
  for (const command of reports) await run(command);
  expect(told()).toEqual([]);
}, 600_000);

test('no command tells a secret of a live policy that no file declares', async () => {
  const { run, stage: opened, ids, change, told } = await openAccount();
  const documents = (policies: 'none' | 'plain'): string =>
    objects
      .map(({ kind, name, own, policy }) => {
        const phase = policy === tlsPolicy ? 'on_tcp_connect' : 'on_http_request';
        const plain = JSON.stringify({ [phase]: [{ actions: [{ type: 'deny' }] }] });
        const spec = { ...own, ...(policies === 'none' ? {} : policyField(kind, plain)) };
        return `kind: ${kind}\nname: ${name}\nspec: ${JSON.stringify(spec)}\n`;
      })
      .join('---\n');
  const adopted = objects.map(({ kind, name }) => {
    const id = ids.get(name) ?? '';
    return `  ${kind}/${name}: ${kind === 'https-route' ? `edghts_2aPzMain/${id}` : id}\n`;
  });
  opened.write('environments/production.yaml', `adopt:\n${adopted.join('')}`);
  opened.write('resources/all.yaml', documents('none'));
  expect(await run('ledger init')).toBe(0);
  for (const command of reports) await run(command);
  expect(await run('apply --yes')).toBe(0);
  for (const command of reports) await run(command);
  opened.write('resources/all.yaml', documents('plain'));
  for (const command of reports) await run(command);
  const all = [
    '--allow-changed-percent 100',
    ...objects.map(({ kind, name }) => `--allow-exposure ${kind}/${name}`),
  ].join(' ');
  // A TLS edge cannot be changed.
  expect(await run(`apply --yes ${all}`)).toBe(3);
  expect(await run(`apply --yes --rollback 3 ${all}`)).toBe(0);
  expect(opened.last()).toContain('of `endpoint/shop-9-example-com` is kept: it had a secret');
  await change();
  for (const command of reports) await run(command);
  await run('apply --yes --format json');
  expect(told()).toEqual([]);
}, 600_000);
