import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly socket: Socket;
}

/** A service that does what a test says, faults and all; the wire is real. */
export async function service(
  answer: (received: Received, response: ServerResponse, count: number) => unknown,
): Promise<{ url: string; received: Received[]; connections: Socket[]; close: () => Promise<void> }> {
  const received: Received[] = [];
  const connections: Socket[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        socket: request.socket,
      };
      received.push(one);
      answer(one, response, received.length);
    });
  });
  server.on('connection', (socket) => connections.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    connections,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function json(response: ServerResponse, status: number, value: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

export const endpoint = (id: string, more = {}): Record<string, unknown> => ({
  id,
  type: 'cloud',
  url: `https://${id.toLowerCase().replaceAll('_', '-')}.example.com`,
  uri: `http://127.0.0.1/endpoints/${id}`,
  ...more,
});

export const route = (id: string, edge_id: string, more = {}): Record<string, unknown> => ({
  id,
  edge_id,
  match_type: 'path_prefix',
  match: `/${id}`,
  ...more,
});
