/** A workspace full of secrets, a service that repeats them, every command, and all that is printed or written. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { lintFormatNames } from '../../../src/run/lint/lint-formats.ts';
import { openStageApi } from '../../scenarios/stage-api.ts';
import { encodingsOf } from '../encodings.ts';
import { openStage, type Stage } from '../stage.ts';
import { fortySecrets, nameOfResource } from './forty-secrets.ts';

export interface CanaryStore {
  readonly settings: string;
  readonly env: Readonly<Record<string, string>>;
  /** Prepares the folder of the workspace. */
  readonly begin?: (folder: string) => void;
  /** All that the store has at the moment. */
  readonly dump: () => string;
}

export interface Hit {
  readonly name: string;
  readonly encoding: string;
  readonly where: string;
}

export interface Seen {
  readonly hits: readonly Hit[];
  /** The number of texts, and of those in which a secret was replaced. */
  readonly texts: number;
  readonly replaced: number;
  /** Whether the secret that is the name of a resource got its warning. */
  readonly isWarned: boolean;
  /** The verbs that ran. */
  readonly verbs: ReadonlySet<string>;
  readonly exits: ReadonlySet<number>;
}

const token = 't0ken-of-the-canary-4711';
const lineage = '7c0e8a52-3a53-4f0e-9f64-2f1d5a0c9b11';

function filesOf(names: readonly string[], store: CanaryStore): Record<string, string> {
  // Of several lines, only texts and keys can be.
  const use = (name: string): string =>
    /[\r\n]/.test(fortySecrets[name] ?? '')
      ? `traffic_policy: { value: { on_http_request: [{ actions: [{ type: log, config: { metadata: { note: $(secret:${name}) } } }] }] } }`
      : `oidc: { issuer: "https://login.example.com", client_id: ${name.toLowerCase()}, client_secret: $(secret:${name}), scopes: [openid] }`;
  const route = (name: string): string => {
    const own = fortySecrets[name] === nameOfResource ? nameOfResource : name.toLowerCase();
    return `kind: https-route
name: ${own}
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /${own}
  backend: { backend_id: backend/shop }
  ${use(name)}
`;
  };
  return {
    'edgewright.yaml': `version: 1
ledger: { ${store.settings}, lineage: ${lineage} }
secrets: [${names.join(', ')}]
`,
    'environments/production.yaml':
      'ids: { https-edge/main: edghts_2AbCdEfGh, backend/shop: bkdhr_2CdEfGhIj }\n',
    'resources/routes.yaml': names.map(route).join('---\n'),
    'resources/www.yaml':
      'kind: endpoint\nname: www\nspec: { url: "https://www.example.com", description: one }\n',
  };
}

/** Commands that read or write, in every format; `plan.saved` is made by the third. */
const commands: readonly string[] = [
  'init --help',
  'lint --env production',
  ...lintFormatNames.map((format) => `lint --env production --format ${format}`),
  'lint --live --env production',
  'plan',
  'plan --requests --all --log-level debug',
  'plan --save plan.saved',
  'plan show plan.saved',
  ...['json', 'markdown', 'html'].map((format) => `plan --format ${format}`),
  'plan --format html=plan.html --format json=plan.json',
  'drift',
  'drift --format json',
  'snapshot -o live.json',
  'snapshot',
  'trace https://www.example.com/ --live',
  'trace https://www.example.com/ --live --format json',
  'graph --live',
  'graph --live --format dot',
  'pull --diff',
  'pull endpoint/www --dry-run',
  'compile --env production',
  'compile --env production --requests --origins',
  'explain https-route/s01',
  'test',
  'approve --dry-run --reason canary',
  'rules',
  'schema',
  'fmt --check',
  'baseline create --dry-run',
  'doctor',
  'comment --dry-run --forge github --repo a/b --pull-request 1 --api-url http://127.0.0.1:9',
  'comment plan.json --dry-run --forge github --repo a/b --pull-request 1 --api-url http://127.0.0.1:9',
  'completion bash',
  'serve --help',
  'dev --help',
  'lsp --help',
  'resolve --list',
  'ledger list',
  'ledger log',
  'ledger verify',
  'ledger orphans',
  'ledger show https-route/s01',
  'apply --rollback',
];

const applies = [
  'apply --yes --format json',
  'apply --yes --log-level debug',
  'apply --yes --rollback 2',
  'apply --yes',
];

/** The same in `npm test`, where a text for people and one for programs stand for the others. */
const brief: readonly string[] = [
  'plan --requests --all --log-level debug',
  'plan --format json',
  'drift',
  'snapshot',
  'pull --diff',
  'compile --env production --requests --origins',
  'ledger show https-route/s01',
];

/** Plays them all with these secrets. `thorough`: every kind of error, each with every secret. */
export async function playCanary(
  store: CanaryStore,
  names: readonly string[],
  { thorough }: { readonly thorough: boolean },
): Promise<Seen> {
  const secrets = Object.fromEntries(names.map((name) => [name, fortySecrets[name] ?? '']));
  const env = {
    ...store.env,
    ...Object.fromEntries(names.map((name) => [`EDGEWRIGHT_SECRET_${name}`, secrets[name] ?? ''])),
    EDGEWRIGHT_API_TOKEN: token,
    EDGEWRIGHT_FINGERPRINT_KEY: 'f'.repeat(32),
  };
  const stage = openStage(filesOf(names, store), env);
  store.begin?.(stage.folder);
  const api = await openStageApi(stage.folder, { token });
  const written: [string, string][] = [];
  const own = stateIn(stage.folder);
  const door = await openWatched(api.url, () => {
    written.push(['state during a run', own()]);
    if (written.length % 12 === 0) written.push(['store during a run', store.dump()]);
  });
  const verbs = new Set<string>();
  const exits = new Set<number>();
  const run = async (command: string): Promise<void> => {
    verbs.add(command.split(' ')[0] ?? '');
    exits.add(await stage.run(command, { EDGEWRIGHT_API_URL: door.url }));
  };
  try {
    await run('ledger init');
    if (thorough) for (const command of commands) await run(command);
    await run('apply --yes --log-level debug');
    stage.write(
      'resources/www.yaml',
      'kind: endpoint\nname: www\nspec: { url: "https://www.example.com", description: two }\n',
    );
    for (const command of [...(thorough ? commands : brief), ...applies]) await run(command);
    const said = Object.values(secrets);
    for (const status of thorough ? [400, 401, 403, 404, 409, 422, 429, 500, 503] : [422]) {
      api.answerWith([
        { on: 'PATCH *', status, body: echo(said) },
        { on: 'POST *', status, body: echo(said) },
      ]);
      stage.write(
        'resources/www.yaml',
        `kind: endpoint\nname: www\nspec: { url: "https://www.example.com", description: "${status}" }\n`,
      );
      await run('apply --yes --log-level debug');
      api.answerWith([{ on: 'GET *', status, body: echo(said) }]);
      for (const command of ['plan', 'drift --format json', 'snapshot', 'apply --yes --format json'])
        await run(command);
      api.answerWith([]);
    }
    written.push(['store at the end', store.dump()]);
    return seen(stage, written, secrets, { verbs, exits });
  } finally {
    await door.close();
    await api.close();
    stage.close();
  }
}

function seen(
  stage: Stage,
  written: readonly (readonly [string, string])[],
  secrets: Readonly<Record<string, string>>,
  about: Pick<Seen, 'verbs' | 'exits'>,
): Seen {
  const once = new Map(written.map(([where, text]) => [text, where]));
  const texts = [...stage.texts(), ...[...once].map(([text, where]) => [where, text] as const)];
  const hits: Hit[] = [];
  for (const [name, value] of [...Object.entries(secrets), ['TOKEN', token]] as [string, string][]) {
    if (value === nameOfResource) continue;
    const forms = encodingsOf(value);
    for (const [where, text] of texts)
      for (const [encoding, form] of forms) if (text.includes(form)) hits.push({ name, encoding, where });
  }
  return {
    hits,
    texts: texts.length,
    isWarned: texts.some(([, text]) =>
      text.includes('the value of the secret `S24` is also the name of a resource'),
    ),
    replaced: texts.filter(([, text]) => text.includes('(secret)')).length,
    ...about,
  };
}

/** The files below `.edgewright`, whole, as they are now. */
function stateIn(folder: string): () => string {
  const place = path.join(folder, '.edgewright');
  return () => {
    if (statSync(place, { throwIfNoEntry: false }) === undefined) return '';
    return readdirSync(place, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(place, name))
      .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
  };
}

/** What a service says that repeats all it knows. */
function echo(secrets: readonly string[]): unknown {
  return {
    msg: secrets.map((secret) => `refused: ${secret.slice(0, 400)}`).join('; '),
    error: {
      message: secrets.map((secret) => Buffer.from(secret).toString('base64').slice(0, 400)).join(' '),
    },
    details: { operation_id: secrets.map((secret) => encodeURIComponent(secret.slice(0, 100))).join('&') },
  };
}

/** A door to the API that calls back before each write is passed on. */
async function openWatched(
  to: string,
  onWrite: () => void,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    if (method !== 'GET') onWrite();
    const onward = request(`${to}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => incoming.socket.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
