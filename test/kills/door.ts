/** A door in front of the built-in mock API: counts what the service did, also for a client that was killed. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addressIn } from './declared.ts';

export interface Made {
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
  /** Calls back once, when this many more writes have arrived. */
  readonly afterWrites: (count: number, call: () => void) => void;
  /** Resolves when no request is under way. */
  readonly idle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openDoor(port: number): Promise<Door> {
  const made: Made[] = [];
  const repeated: string[] = [];
  const counts = { creates: 0, updates: 0, deletes: 0 };
  let waiting = { left: Infinity, call: (): void => undefined };
  let underWay = 0;

  const answered = (method: string, path: string, sent: string, status: number, text: string): void => {
    if (method === 'POST') {
      const address = addressIn(path, sent) ?? path;
      if (status !== 201 || made.some((each) => each.isLive && each.address === address))
        repeated.push(`${address}: ${status} ${text.slice(0, 200)}`);
      if (status === 201) made.push({ address, id: (JSON.parse(text) as { id: string }).id, isLive: true });
      counts.creates++;
    }
    if (method === 'PATCH' && status < 300) counts.updates++;
    if (method === 'DELETE' && status < 300) {
      counts.deletes++;
      for (const each of made) if (path.endsWith(`/${each.id}`)) each.isLive = false;
    }
  };

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = incoming;
    const body = await textOf(incoming);
    if (method !== 'GET' && --waiting.left === 0) waiting.call();
    const { status, type, text } = await ask({ port, method, path: url, headers }, body);
    answered(method, url, body, status, text);
    outgoing.writeHead(status, { 'content-type': type });
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
