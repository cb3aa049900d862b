/** A workspace that was applied to a mock API, and a service on this machine that answers for its hosts. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer } from '../../../../src/server/start-server.ts';
import { certify } from '../../../certify.ts';
import { makeFolder, type Folder, type Said } from '../../../pipeline/workspace-folder.ts';

/** A request as the service got it. */
export interface Arrived {
  readonly by: 'http' | 'https';
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

/** What the service answers; `close`: nothing, and the connection is cut. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
  readonly close?: true;
  /** Only once `proceed` is called. */
  readonly isHeld?: true;
}

export interface SendStage {
  readonly folder: Folder;
  readonly api: string;
  readonly arrived: Arrived[];
  /** The largest number of requests that were open at once. */
  readonly mostOpen: () => number;
  answer: (request: Arrived) => Answer;
  readonly proceed: () => void;
  /** `test --send` with the certificate of the service; its hosts are resolved to it. */
  readonly send: (flags?: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Said>;
  readonly ca: string;
  /** A port on which nothing listens. */
  readonly deadProxy: string;
  readonly resolved: readonly string[];
  readonly ports: { readonly http: number; readonly https: number };
}

export const hosts = ['hello.example.com', 'evil.example.net', 'new.example.com'] as const;

/** An endpoint with a rule for each thing that a client can see. */
export const resource = `kind: endpoint
name: hello
spec:
  url: https://hello.example.com
  traffic_policy:
    on_http_request:
      - expressions: ["req.url.path == '/closed'"]
        actions: [{ type: deny, config: { status_code: 403 } }]
      - expressions: ["req.url.path == '/old'"]
        actions: [{ type: redirect, config: { to: https://hello.example.com/new, status_code: 301 } }]
      - expressions: ["req.url.path == '/account'"]
        actions: [{ type: oauth, config: { provider: google } }]
      - expressions: ["req.url.path == '/germany' && conn.geo.country_code == 'DE'"]
        actions: [{ type: deny, config: { status_code: 451 } }]
      - expressions: ["req.url.path == '/night' && timestamp(time.now).getHours() < 6"]
        actions: [{ type: deny }]
      - actions:
          - type: custom-response
            config: { status_code: 200, body: hello, headers: { x-team: edge } }
`;

/** What the service answers, if it does what the files say. */
export function asDeclared({ path: at }: Arrived): Answer {
  const to = (status: number, location: string): Answer => ({ status, headers: { location } });
  switch (at) {
    case '/closed':
      return { status: 403 };
    case '/old':
      return to(301, 'https://hello.example.com/new');
    case '/account':
      return to(302, 'https://accounts.google.com/o/oauth2/auth?client_id=1&response_type=code');
    default:
      return { status: 200, body: 'hello', headers: { 'x-team': 'edge' } };
  }
}

const settings = `version: 1
ledger: { store: file, lineage: 7c0e0000-0000-4000-8000-000000000001 }
secrets: [KEY, { name: OTHERS, addresses: [endpoint/other] }]
`;

/** Files beside those of every stage, and what exists on the account. */
export interface StageWorld {
  readonly files?: Readonly<Record<string, string>>;
  readonly fixture?: unknown;
}

export async function onSendStage(
  act: (stage: SendStage) => Promise<void>,
  { files = {}, fixture }: StageWorld = {},
): Promise<void> {
  const certificates = certificatesOnce();
  const [key, cert] = ['key', 'crt'].map((end) => readFileSync(path.join(certificates, `server.${end}`)));
  const arrived: Arrived[] = [];
  const held: (() => void)[] = [];
  const open = { now: 0, most: 0 };
  const listener =
    (by: Arrived['by']) =>
    (incoming: IncomingMessage, outgoing: ServerResponse): void => {
      const request = {
        by,
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
      };
      arrived.push(request);
      open.now += 1;
      open.most = Math.max(open.most, open.now);
      outgoing.on('close', () => (open.now -= 1));
      const answer = stage.answer(request);
      const give = (): void => {
        if (answer.close === true) return void incoming.socket.destroy();
        for (const [name, value] of Object.entries(answer.headers ?? {}))
          outgoing.setHeader(name, typeof value === 'string' ? value : [...value]);
        outgoing.writeHead(answer.status ?? 200).end(request.method === 'HEAD' ? undefined : answer.body);
      };
      incoming.resume();
      if (answer.isHeld === true) held.push(give);
      else give();
    };
  const servers = [createHttps({ key, cert }, listener('https')), createHttp(listener('http'))] as const;
  const [https, http] = await Promise.all(servers.map((server) => listening(server)));
  const api = await startServer({ store: 'memory', fixture });
  const folder = makeFolder({ EDGEWRIGHT_API_URL: api.url });
  const ca = path.join(certificates, 'root.crt');
  const ports = { http: http ?? 0, https: https ?? 0 };
  const resolved = hosts.flatMap((host) => ['--resolve', `${host}=127.0.0.1:${ports.https}`]);
  const stage: SendStage = {
    ...{ folder, api: api.url, arrived, ca, resolved, ports },
    deadProxy: 'http://127.0.0.1:9',
    mostOpen: () => open.most,
    answer: asDeclared,
    proceed: () => {
      for (const give of held.splice(0)) give();
    },
    send: (flags = [], env = {}) =>
      folder.run(['test', '--send', '--ca', ca, ...resolved, ...flags], {
        EDGEWRIGHT_SECRET_KEY: secret,
        EDGEWRIGHT_SECRET_OTHERS: 'others-very-secret-value',
        ...env,
      }),
  };
  try {
    folder.write('edgewright.yaml', settings);
    folder.write('environments/production.yaml', 'vars: {}\n');
    folder.write('resources/hello.yaml', resource);
    for (const [file, text] of Object.entries(files)) folder.write(file, text);
    await expectZero(folder.run(['ledger', 'init']));
    await expectZero(folder.run(['apply', '--yes']));
    await act(stage);
  } finally {
    folder.remove();
    await api.close();
    for (const server of servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }
}

let made: string | undefined;

/** One folder for all tests of a file: it takes a while to make them. */
function certificatesOnce(): string {
  if (made !== undefined) return made;
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-send-'));
  certify(folder, { names: hosts.map((host) => `DNS:${host}`).join(', ') });
  made = folder;
  return folder;
}

/** Removes what the stages of a file share. */
export function endSendStages(): void {
  if (made !== undefined) rmSync(made, { recursive: true, force: true });
  made = undefined;
}

export const secret = 'the-value-of-the-key-4711';

async function expectZero(run: Promise<Said>): Promise<void> {
  const said = await run;
  if (said.exit !== 0) throw new Error(said.stdout + said.stderr);
}

interface Listening {
  readonly listen: (port: number, host: string, done: () => void) => unknown;
  readonly address: () => AddressInfo | string | null;
}

async function listening(server: Listening): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A proxy that connects to one port, whatever it is asked for, and keeps the bytes that it sees. */
export async function watchingProxy(
  port: number,
): Promise<{ readonly url: string; readonly seen: () => string; readonly close: () => Promise<void> }> {
  const bytes: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createHttp((incoming, outgoing) => {
    bytes.push(
      Buffer.from(`${incoming.method ?? ''} ${incoming.url ?? ''} ${JSON.stringify(incoming.headers)}`),
    );
    outgoing.writeHead(502).end();
  });
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    bytes.push(Buffer.from(`CONNECT ${incoming.url ?? ''} ${JSON.stringify(incoming.headers)}`));
    const target = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    for (const one of [socket, target]) sockets.add(one.on('error', () => undefined));
    socket.on('data', (chunk: Buffer) => bytes.push(chunk)).pipe(target);
    target.pipe(socket);
  });
  const at = await listening(server);
  return {
    url: `http://127.0.0.1:${at}`,
    seen: () => Buffer.concat(bytes).toString('latin1'),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
