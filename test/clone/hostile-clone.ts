/*
 * A fresh clone of a pull request, in a job with the variables and files of CI, and the shipped command line in it.
 * What must not happen leaves a trace: a program of the clone that is run writes a mark, a server keeps what it is
 * sent, and everything that is secret contains one text, which is looked for in all that is printed and written.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer } from '../../src/server/start-server.ts';
import { executable } from '../bundle/shipped.ts';
import { environment, settings, type Way } from './ways.ts';

/** In each secret. */
export const canary = '9f8e7d6c5b4a-canary';

export interface HostileClone {
  readonly folder: string;
  /** A command of Edgewright, or another one that begins with `$`. */
  readonly run: (command: string, input?: string) => Promise<number | null>;
  /** What happened that must not. */
  readonly traces: () => readonly string[];
  /** All that was printed. */
  readonly said: () => string;
  /** The requests that the API was sent, with their bodies. */
  readonly sent: () => readonly string[];
  readonly close: () => Promise<void>;
}

const secretFiles: Readonly<Record<string, string>> = {
  'clone/secrets/CARD_2': `card-${canary}\n`,
  'clone/secrets/tls.key': `key-${canary}\n`,
  'clone/gha-creds.json': `{"private_key":"google-${canary}"}\n`,
  'clone/.env': `TOKEN=env-${canary}\n`,
  'outside/private.txt': `kind: private-${canary}\n`,
  '.netrc': `machine 127.0.0.1 login a password netrc-${canary}\n`,
  askpass: `#!/bin/sh\necho git-${canary}\n`,
};

const base = {
  'edgewright.yaml': settings(),
  'environments/production.yaml': environment,
  'resources/shop.yaml': `kind: endpoint
name: shop
spec:
  url: https://shop.$(domain)
  traffic_policy:
    on_http_request: [{ actions: [{ type: add-headers, config: { headers: { x-card: $(secret:CARD) } } }, { type: forward-internal, config: { url: https://shop.internal } }] }]
`,
};

export async function openClone({ files, links = {} }: Pick<Way, 'files' | 'links'>): Promise<HostileClone> {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'edgewright-clone-')));
  const [folder, mark] = [path.join(home, 'clone'), path.join(home, 'mark')];
  const heard: string[] = [];
  const listener = createServer((request, response) => {
    heard.push(`${request.method ?? ''} ${request.url ?? ''} ${request.headers.authorization ?? ''}`);
    response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
  });
  let commitOfTopic = '';
  const forge = createServer((request, response) => {
    const { url = '' } = request;
    // The token of a workflow may not ask who it is.
    if (url === '/user' || url === '/graphql') {
      response.writeHead(403).end('{"message":"Resource not accessible by integration"}');
      return;
    }
    const isPull = url.endsWith('/pulls/1');
    const pull = { number: 1, state: 'open', head: { sha: commitOfTopic } };
    response.writeHead(200).end(JSON.stringify(isPull ? pull : []));
  });
  const api = await startServer({ store: 'memory', port: 0, token: `api-${canary}`, record: 'bodies' });
  const [host, forgeHost] = [await listen(listener), await listen(forge)];
  const gitEnv = {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ASKPASS: path.join(home, 'askpass'),
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.com',
  };
  const env = {
    ...gitEnv,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_API_URL: `http://${forgeHost}`,
    GITHUB_TOKEN: `forge-${canary}`,
    NPM_TOKEN: `npm-${canary}`,
    GOOGLE_APPLICATION_CREDENTIALS: path.join(folder, 'gha-creds.json'),
    EDGEWRIGHT_API_URL: api.url,
    EDGEWRIGHT_API_TOKEN: `api-${canary}`,
    EDGEWRIGHT_FINGERPRINT_KEY: `fingerprint-key-of-at-least-32-${canary}`,
    EDGEWRIGHT_SECRET_CARD: `card-${canary}`,
  };
  const git = (cwd: string, ...arguments_: readonly string[]): string =>
    execFileSync('git', arguments_, {
      cwd: path.join(home, cwd),
      env: gitEnv,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const filled = (text: string): string =>
    text
      .replaceAll('<CLONE>', folder)
      .replaceAll('<CANARY>', path.join(folder, 'canary'))
      .replaceAll('<NAME>', 'canary')
      .replaceAll('<HOST>', `http://${host}`)
      .replaceAll('<HOSTNAME>', host);
  const write = (place: string, all: Readonly<Record<string, string>>): void => {
    for (const [file, text] of Object.entries(all)) {
      const target = path.join(home, place, filled(file));
      mkdirSync(path.dirname(target), { recursive: true });
      const content = filled(text);
      writeFileSync(target, content);
      if (content.startsWith('#!')) chmodSync(target, 0o755);
    }
  };
  const said: string[] = [];
  const run = (command: string, input = ''): Promise<number | null> => {
    const shell = command.startsWith('$');
    const program = shell ? 'bash' : process.execPath;
    const arguments_ = shell ? ['-c', command.slice(1)] : [executable, ...command.split(' ')];
    return new Promise((resolve) => {
      const child = spawn(program, arguments_, { cwd: folder, env });
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => void said.push(text));
      child.on('close', resolve);
      child.stdin.on('error', () => undefined).end(input);
    });
  };

  mkdirSync(path.join(home, 'author'));
  git('.', 'init', '--quiet', '--bare', '--initial-branch', 'main', 'origin.git');
  git('author', 'init', '--quiet', '--initial-branch', 'main');
  write('author', base);
  commit(git, 'base');
  git('author', 'push', '--quiet', '../origin.git', 'main');
  git('.', 'clone', '--quiet', 'origin.git', 'clone');
  if ((await run('ledger init --env production')) !== 0) throw new Error(said.join(''));
  rmSync(folder, { recursive: true });
  git('author', 'switch', '--quiet', '--create', 'topic');
  write('author', { ...files, canary: `#!/bin/sh\necho "$0 $*" >> ${mark}\n` });
  for (const [link, target] of Object.entries(links)) symlinkSync(target, path.join(home, 'author', link));
  commit(git, 'topic');
  git('author', 'push', '--quiet', '../origin.git', 'topic');
  git('.', 'clone', '--quiet', '--branch', 'topic', 'origin.git', 'clone');
  git('clone', 'config', 'http.https://github.com/.extraheader', `Authorization: Basic ${canary}`);
  for (const [file, text] of Object.entries(secretFiles))
    if (!existsSync(path.join(home, file))) write('.', { [file]: text });
  said.length = 0;
  commitOfTopic = git('author', 'rev-parse', 'HEAD').trim();
  const planted = secretsBelow(home);
  const kept = ['outside', 'clone/.git/hooks', 'clone/.git/config', '.netrc'];
  const before = kept.map((place) => digest(path.join(home, place)));
  const heads = git(
    'origin.git',
    'for-each-ref',
    '--format=%(refname) %(objectname)',
    'refs/heads/main',
    'refs/heads/topic',
  );
  return {
    folder,
    run,
    said: () => said.join(''),
    sent: () => api.requests().map((request) => JSON.stringify(request)),
    traces: () => [
      ...(existsSync(mark) ? [`ran: ${readFileSync(mark, 'utf8')}`] : []),
      ...heard.map((request) => `sent: ${request}`),
      ...printed(said.join('')),
      ...[...secretsBelow(home)]
        .filter((file) => !planted.has(file))
        .map((file) => `wrote a secret: ${file}`),
      ...kept
        .filter((place, index) => digest(path.join(home, place)) !== before[index])
        .map((place) => `changed: ${place}`),
      ...(git(
        'origin.git',
        'for-each-ref',
        '--format=%(refname) %(objectname)',
        'refs/heads/main',
        'refs/heads/topic',
      ) === heads
        ? []
        : ['pushed']),
    ],
    close: async () => {
      for (const server of [listener, forge]) {
        server.closeAllConnections();
        server.close();
      }
      await api.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The lines with a secret. */
function printed(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.includes(canary))
    .map((line) => `printed: ${line}`);
}

function commit(git: (cwd: string, ...words: readonly string[]) => string, message: string): void {
  git('author', 'add', '--all', '--force');
  git('author', 'commit', '--quiet', '--message', message);
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The files that contain a secret. Git's objects are compressed; a ledger is read back in the clone. */
function secretsBelow(home: string): ReadonlySet<string> {
  return new Set(filesBelow(home).filter((file) => readFileSync(path.join(home, file)).includes(canary)));
}

function digest(place: string): string {
  if (!existsSync(place)) return '';
  if (!lstatSync(place).isDirectory()) return readFileSync(place, 'latin1');
  return JSON.stringify(
    filesBelow(place).map((file) => [file, readFileSync(path.join(place, file), 'latin1')]),
  );
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => lstatSync(path.join(folder, name)).isFile())
    .sort();
}
