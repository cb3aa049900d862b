import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestRemote } from './git-remote.ts';

export interface GitHttpServer {
  /** Of the remote. */
  readonly url: string;
  readonly requests: readonly string[];
  readonly close: () => Promise<void>;
}

export interface HttpRules {
  /** The status to refuse a request with; undefined lets git serve it. */
  readonly refuse?: (request: {
    readonly path: string;
    readonly authorization: string;
  }) => number | undefined;
  /** Whether the connection is cut before the response of a request that git has served. */
  readonly cut?: (path: string) => boolean;
}

/** The remote over HTTP, as forges serve it. */
export async function gitHttpServer(remote: TestRemote, rules: HttpRules = {}): Promise<GitHttpServer> {
  remote.git(['config', 'http.receivepack', 'true']);
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(`${request.method ?? ''} ${path}`);
    const status = rules.refuse?.({ path, authorization: request.headers.authorization ?? '' });
    if (status !== undefined) {
      response.writeHead(status, status === 401 ? { 'www-authenticate': 'Basic realm="git"' } : {}).end();
    } else void serve(remote, request, response, rules.cut?.(path) ?? false);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/remote.git`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Runs `git http-backend`, a CGI program. */
async function serve(
  { home, env }: TestRemote,
  request: IncomingMessage,
  response: ServerResponse,
  isCut: boolean,
): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '', 'http://x');
  const child = spawn('git', ['http-backend'], {
    env: {
      ...env,
      GIT_PROJECT_ROOT: home,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method,
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      REMOTE_USER: 'bot',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      ...(request.headers['content-length'] === undefined
        ? {}
        : { CONTENT_LENGTH: request.headers['content-length'] }),
    },
  });
  request.pipe(child.stdin.on('error', () => undefined));
  const chunks: Buffer[] = [];
  child.stdout.on('data', (bytes: Buffer) => chunks.push(bytes));
  await once(child, 'close');
  if (isCut) {
    request.socket.destroy();
    return;
  }
  const output = Buffer.concat(chunks);
  const end = output.indexOf('\r\n\r\n');
  const lines = output.subarray(0, end).toString('latin1').split('\r\n');
  const headers = lines.map((line) => line.split(': ') as [string, string]);
  const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200';
  for (const [name, value] of headers) if (name !== 'Status') response.setHeader(name, value);
  response.writeHead(Number(status.slice(0, 3))).end(output.subarray(end + 4));
}
