import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { artifactList, zipped, type Artifact } from './artifacts.ts';
import type { Permissions } from './workflow.ts';

/** The door before a stand-in of GitHub: it knows the tokens of jobs, and the artifacts of runs. */
export interface GithubDoor {
  readonly url: string;
  /** Makes a token with these permissions. */
  readonly grant: (permissions: Permissions) => string;
  readonly artifacts: Artifact[];
  /** Requests that a token did not permit. */
  readonly refused: readonly string[];
  readonly close: () => Promise<void>;
}

interface Behind {
  readonly origin: string;
  /** The credential that the stand-in takes. */
  readonly token: string;
}

export async function githubDoor(behind: Behind): Promise<GithubDoor> {
  const tokens = new Map<string, Permissions>();
  const artifacts: Artifact[] = [];
  const refused: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const asked = new URL(incoming.url ?? '', 'http://door.invalid');
    const permissions = tokens.get((incoming.headers.authorization ?? '').replace(/^Bearer /, ''));
    const needed = permissionFor(incoming.method ?? '', asked.pathname);
    if (permissions === undefined || !permits(permissions, needed)) {
      refused.push(`${incoming.method} ${asked.pathname}`);
      answer(outgoing, permissions === undefined ? 401 : 403, {
        message: 'Resource not accessible by integration',
        documentation_url: 'https://docs.github.com/rest',
      });
      return;
    }
    const [, zipId] = /\/actions\/artifacts\/(\d+)\/zip$/.exec(asked.pathname) ?? [];
    const [, run] = /\/actions\/runs\/(\d+)\/artifacts$/.exec(asked.pathname) ?? [];
    if (zipId !== undefined) {
      const found = artifacts.find(({ id }) => id === Number(zipId));
      outgoing.writeHead(200, { 'content-type': 'application/zip' });
      return outgoing.end(found === undefined ? '' : zipped(found.folder));
    }
    if (run !== undefined || asked.pathname.endsWith('/actions/artifacts')) {
      const ofRun = artifacts.filter(({ runId }) => run === undefined || runId === Number(run));
      answer(outgoing, 200, artifactList(ofRun, asked.searchParams.get('name')));
      return;
    }
    forward(behind, incoming, outgoing, () => door.url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const door: GithubDoor = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    grant: (permissions) => {
      const token = `ghs_${`job${tokens.size + 1}`.padEnd(36, '0')}`;
      tokens.set(token, permissions);
      return token;
    },
    artifacts,
    refused,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  return door;
}

/** The permission of a workflow token that a request needs; reading a public repository needs none. */
function permissionFor(method: string, path: string): readonly [string, 'read' | 'write'][] {
  if (path.includes('/actions/')) return [['actions', method === 'GET' ? 'read' : 'write']];
  if (method === 'GET' || path.endsWith('/graphql')) return [];
  if (path.includes('/statuses/')) return [['statuses', 'write']];
  if (path.includes('/check-runs')) return [['checks', 'write']];
  if (/\/issues\/(?:\d+\/)?comments/.test(path))
    return [
      ['pull-requests', 'write'],
      ['issues', 'write'],
    ];
  return [['issues', 'write']];
}

/** One of them is enough. */
function permits(permissions: Permissions, needed: readonly [string, 'read' | 'write'][]): boolean {
  return (
    needed.length === 0 ||
    needed.some(
      ([name, level]) => permissions[name] === 'write' || (level === 'read' && permissions[name] === level),
    )
  );
}

function answer(outgoing: ServerResponse, status: number, body: object): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify(body));
}

function forward(
  { origin, token }: Behind,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  own: () => string,
): void {
  const { method, url, headers } = incoming;
  const onward = request(
    `${origin}${url}`,
    { method, headers: { ...headers, host: new URL(origin).host, authorization: `Bearer ${token}` } },
    (answered) => {
      const chunks: Buffer[] = [];
      answered.on('data', (chunk: Buffer) => chunks.push(chunk));
      answered.on('end', () => {
        const replaced = (text: string): string => text.replaceAll(origin, own());
        const { link, 'content-length': _, 'transfer-encoding': __, ...rest } = answered.headers;
        outgoing.writeHead(answered.statusCode ?? 502, {
          ...rest,
          ...(typeof link === 'string' ? { link: replaced(link) } : {}),
        });
        outgoing.end(replaced(Buffer.concat(chunks).toString()));
      });
    },
  );
  onward.on('error', () => incoming.socket.destroy());
  incoming.pipe(onward);
}
