/** `edgewright dev` in this process, on a free port, with a folder of its own; and upstreams that keep requests. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runIn } from '../workspace/git/run-lint.ts';

export interface DevRun {
  readonly port: number;
  readonly token: string;
  readonly folder: string;
  readonly write: (file: string, text: string) => void;
  /** Waits until the text was printed since the last call; returns the output up to its end. */
  readonly until: (text: string) => Promise<string>;
  readonly said: () => string;
  readonly get: (host: string, target: string, options?: SentOptions) => Promise<Answer>;
}

export interface SentOptions {
  readonly method?: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string | Buffer;
  readonly trailers?: Readonly<Record<string, string>>;
  readonly isEncrypted?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
  readonly trailers: NodeJS.Dict<string>;
}

export interface DevInput {
  readonly files: Readonly<Record<string, string>>;
  readonly options?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const settings: Readonly<Record<string, string>> = {
  'edgewright.yaml': 'version: 1\n',
  'environments/test.yaml':
    'ids:\n  https-edge/main: edghts_1\n  backend/shop: bkd_1\n  backend/api: bkd_2\n',
};

/** Runs the body while `dev` serves, then interrupts it; the exit code. */
export async function servingDev(
  { files, options = [], env = {} }: DevInput,
  body: (run: DevRun) => Promise<void>,
): Promise<number> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'edgewright-dev-')));
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  for (const [file, text] of Object.entries({ ...settings, ...files })) write(file, text);
  const interrupt = new AbortController();
  let [said, heard] = ['', 0];
  let look = (): void => undefined;
  const until = (text: string): Promise<string> =>
    new Promise((resolve) => {
      look = () => {
        const end = said.indexOf(text, heard);
        if (end === -1) return;
        const part = said.slice(heard, end + text.length);
        heard = end + text.length;
        look = () => undefined;
        resolve(part);
      };
      look();
    });
  const hear = (all: string): void => {
    said = all;
    look();
  };
  try {
    const where = { folder, env: { HOME: folder, ...env }, hear, signal: interrupt.signal };
    const running = runIn(where, 'dev', '--port', '0', ...options);
    const serving = async (): Promise<void> => {
      const start = await until('watching for changes; Ctrl-C ends it\n');
      const [, port = '', token = ''] = /(?:localhost|[\d.]+):(\d+)\/t\/([\w-]+)\/requests/.exec(start) ?? [];
      await body({
        port: Number(port),
        token,
        folder,
        write,
        until,
        said: () => said,
        get: (host, target, sent) => ask(Number(port), { host, target, ...sent }),
      });
    };
    const ended = await Promise.race([serving(), running]);
    if (ended !== undefined) throw new Error(`dev ended with ${ended.exit}: ${said}`);
    interrupt.abort();
    return (await running).exit;
  } finally {
    interrupt.abort();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A request by Node's own client. */
export function ask(
  port: number,
  {
    host,
    target,
    method = 'GET',
    headers = {},
    body,
    trailers,
    isEncrypted = false,
  }: SentOptions & { readonly host: string; readonly target: string },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path: target, method, agent: false } as const;
    const all = { ...headers, ...(host === '' ? {} : { host }) };
    const request = isEncrypted
      ? https.request({
          ...options,
          headers: all,
          rejectUnauthorized: false,
          servername: host.split(':')[0] ?? '',
        })
      : http.request({ ...options, headers: all });
    request.on('error', reject);
    request.on('response', (response) => {
      read(response).then(
        (bytes) =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes,
            text: bytes.toString('utf8'),
            trailers: response.trailers,
          }),
        reject,
      );
    });
    if (trailers !== undefined) {
      request.write(body ?? '');
      request.addTrailers(trailers);
      request.end();
    } else request.end(body);
  });
}

export async function read(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A request as an upstream got it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly trailers: NodeJS.Dict<string>;
}

export interface Upstream {
  readonly url: string;
  readonly received: readonly ReceivedRequest[];
  readonly server: http.Server;
}

/** Runs the body beside an upstream, which answers with `answer`, or with `hello`. */
export async function besideUpstream(
  body: (upstream: Upstream) => Promise<void>,
  answer: (request: ReceivedRequest, response: http.ServerResponse) => void = (_request, response) =>
    void response.end('hello'),
): Promise<void> {
  const received: ReceivedRequest[] = [];
  const server = http.createServer((request, response) => {
    read(request).then(
      (bytes) => {
        const { method = '', url = '', headers, rawHeaders, trailers } = request;
        const one = { method, url, headers, rawHeaders, body: bytes, trailers };
        received.push(one);
        answer(one, response);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await body({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, server });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
