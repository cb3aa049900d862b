import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HookServer {
  readonly url: string;
  /** The bodies received so far. */
  readonly bodies: readonly string[];
  readonly close: () => Promise<void>;
}

/** A webhook on this machine that does to each request what a test says; `attempt` counts from 1. */
export async function hookServer(
  act: (response: ServerResponse, attempt: number, request: IncomingMessage) => void = accept,
): Promise<HookServer> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      bodies.push(body);
      act(response, bodies.length, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/T0-B0-secret?key=k3y`,
    bodies,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function accept(response: ServerResponse): void {
  response.end('ok');
}
