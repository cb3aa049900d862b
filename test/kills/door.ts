/** A door in front of the built-in mock API: counts what the service did, also for a client that was killed. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { subjectOf } from './declared.ts';

export interface Made {
  readonly environment: string;
  readonly address: string;
  readonly id: string;
  isLive: boolean;
}

export interface Door {
  readonly url: string;
  /** All objects that requests through this door created. */
  readonly made: readonly Made[];
  /** The number of writes that the service carried out. */
  readonly counts: { creates: number; updates: number; deletes: number };
  /** Creates of what was there: each is a violation. */
  readonly repeated: readonly string[];
  /** Writes of a process after another one has written to the same environment: each is a violation. */
  readonly interleaved: readonly string[];
  /** Each write with the object and the process it is of, in order of arrival. */
  readonly writes: readonly { readonly object: string; readonly token: string }[];
  /** Calls back once, when a process with this token has sent so many writes. */
  readonly afterWritesOf: (token: string, count: number, call: () => void) => void;
  /** Calls back once, when this many more writes have arrived. */
  readonly afterWrites: (count: number, call: () => void) => void;
  /** Resolves when no request is under way. */
  readonly idle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The clock of the service is `ahead` milliseconds ahead: it says what time it is in each response. */
export async function openDoor(port: number, ahead: { readonly ms: number }): Promise<Door> {
  const made: Made[] = [];
  const repeated: string[] = [];
  const interleaved: string[] = [];
  const writes: { object: string; token: string }[] = [];
  const writers = new Map<string, string[]>();
  const watched = new Map<string, { left: number; call: () => void }>();
  const counts = { creates: 0, updates: 0, deletes: 0 };
  let waiting = { left: Infinity, call: (): void => undefined };
  let underWay = 0;

  const answered = (method: string, path: string, sent: string, status: number, text: string): void => {
    if (method === 'POST') {
      const { environment, address } = subjectOf(path, sent);
      const isThere = made.some(
        (each) => each.isLive && each.address === address && each.environment === environment,
      );
      if (status !== 201 || isThere) repeated.push(`${address}: ${status} ${text.slice(0, 200)}`);
      if (status === 201)
        made.push({ environment, address, id: (JSON.parse(text) as { id: string }).id, isLive: true });
      counts.creates++;
    }
    if (method === 'PATCH' && status < 300) counts.updates++;
    if (method === 'DELETE' && status < 300) {
      counts.deletes++;
      for (const each of made) if (path.endsWith(`/${each.id}`)) each.isLive = false;
    }
  };

  /** The token names the process. */
  const arrived = (method: string, path: string, sent: string, token: string): void => {
    const known = made.find(({ id }) => path.endsWith(`/${id}`));
    const { environment, address } =
      method === 'POST' ? subjectOf(path, sent) : (known ?? { environment: '', address: path });
    writes.push({ object: `${environment} ${address}`, token });
    const before = writers.get(environment) ?? [];
    writers.set(environment, before);
    if (before.includes(token) && before.at(-1) !== token)
      interleaved.push(`${environment}: ${token} after ${before.at(-1)}`);
    if (before.at(-1) !== token) before.push(token);
    const watch = watched.get(token);
    if (watch !== undefined && --watch.left === 0) watch.call();
  };

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = incoming;
    const body = await textOf(incoming);
    if (method !== 'GET') {
      if (--waiting.left === 0) waiting.call();
      arrived(method, url, body, headers.authorization ?? '');
    }
    const { status, type, text } = await ask({ port, method, path: url, headers }, body);
    answered(method, url, body, status, text);
    const date = new Date(Date.now() + ahead.ms).toUTCString();
    outgoing.writeHead(status, { 'content-type': type, date });
    outgoing.end(text);
  };

  const server = createServer((incoming, outgoing) => {
    underWay++;
    serve(incoming, outgoing)
      // A client that was killed before its request was whole.
      .catch(() => incoming.socket.destroy())
      .finally(() => underWay--);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    made,
    counts,
    repeated,
    interleaved,
    writes,
    afterWritesOf: (token, count, call) => void watched.set(`Bearer ${token}`, { left: count, call }),
    afterWrites: (count, call) => (waiting = { left: count, call }),
    idle: async () => {
      // Bytes in the socket of a killed process arrive after its end.
      do await new Promise((resolve) => setTimeout(resolve, 15));
      while (underWay > 0);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

function ask(options: object, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onward = request({ host: '127.0.0.1', ...options }, (answer) => {
      textOf(answer).then(
        (text) =>
          resolve({
            status: answer.statusCode ?? 502,
            type: answer.headers['content-type'] ?? 'application/json',
            text,
          }),
        reject,
      );
    });
    onward.on('error', reject);
    onward.end(body);
  });
}
