import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Pool } from 'undici';
import { afterEach, beforeAll, afterAll, describe, expect, it } from 'vitest';
import { dispatcherAhead, type ConnectAhead } from '../../../src/remote/http/dispatcher-to.ts';
import { certify } from '../../certify.ts';

interface Served {
  readonly origin: string;
  /** In the order in which they were opened. */
  readonly connections: Socket[];
  /** The connection of each request. */
  readonly requests: Socket[];
}

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(server: Server, host = '127.0.0.1'): Promise<Served> {
  const connections: Socket[] = [];
  const requests: Socket[] = [];
  const opened = server.listenerCount('secureConnection') > 0 ? 'secureConnection' : 'connection';
  server.on(opened, (socket: Socket) => connections.push(socket));
  server.on('request', ({ socket }, response) => {
    requests.push(socket);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  closing.push(async () => {
    server.closeAllConnections();
    for (const socket of connections) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const scheme = opened === 'connection' ? 'http' : 'https';
  return { origin: `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`, connections, requests };
}

function client(
  origin: string,
  connect: { readonly ca?: Buffer; readonly timeout?: number } = {},
): { readonly ahead: ConnectAhead; readonly send: () => Promise<number> } {
  const { dispatcher, ahead } = dispatcherAhead(origin, { connections: 4, pipelining: 1, connect });
  closing.push(async () => {
    ahead.close();
    await dispatcher.destroy();
  });
  const send = async (): Promise<number> => {
    const { statusCode, body } = await (dispatcher as Pool).request({
      method: 'POST',
      path: '/',
      reset: true,
    });
    await body.dump();
    return statusCode;
  };
  return { ahead, send };
}

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
};

describe('a connection that is opened ahead', () => {
  it('is there before its request, and is not used for a second one', async () => {
    const { origin, connections, requests } = await serve(createServer());
    const { ahead, send } = client(origin);
    ahead.open();
    ahead.open();
    await until(() => connections.length === 2);
    expect(await Promise.all([send(), send()])).toEqual([200, 200]);
    expect(new Set(requests)).toEqual(new Set(connections));
    expect(await send()).toBe(200);
    expect(connections).toHaveLength(3);
    expect(requests[2]).toBe(connections[2]);
  });

  it('is waited for by a request that comes while it is opened', async () => {
    const { origin, connections, requests } = await serve(createServer());
    const { ahead, send } = client(origin);
    ahead.open();
    expect(await send()).toBe(200);
    expect(connections).toHaveLength(1);
    expect(requests).toEqual(connections);
  });

  it('works with an IPv6 address', async () => {
    const { origin, connections, requests } = await serve(createServer(), '::1');
    const { ahead, send } = client(origin);
    ahead.open();
    await until(() => connections.length === 1);
    expect(await send()).toBe(200);
    expect(requests).toEqual(connections);
  });

  const unusable: Record<string, (socket: Socket) => void> = {
    'that the service has closed': (socket) => socket.end(),
    'that the service has cut': (socket) => socket.resetAndDestroy(),
    'on which the service has complained already': (socket) =>
      socket.write('HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n'),
  };
  it.each(Object.entries(unusable))('is not used %s', async (_name, spoil) => {
    const { origin, connections, requests } = await serve(createServer());
    const { ahead, send } = client(origin);
    ahead.open();
    await until(() => connections.length === 1);
    const [first] = connections as [Socket];
    spoil(first);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await send()).toBe(200);
    expect(requests).toEqual([connections[1]]);
    await until(() => first.destroyed);
  });

  it('is closed if it waits for too long', async () => {
    const { origin, connections, requests } = await serve(createServer());
    const { ahead, send } = client(origin);
    ahead.open();
    await until(() => connections.length === 1);
    await until(() => connections[0]?.destroyed === true);
    expect(await send()).toBe(200);
    expect(requests).toEqual([connections[1]]);
  });

  it('is closed at the end, also if it is only just being opened', async () => {
    const { origin, connections } = await serve(createServer());
    const { ahead } = client(origin);
    ahead.open();
    await until(() => connections.length === 1);
    ahead.open();
    ahead.close();
    await until(() => connections.length === 2 && connections.every((socket) => socket.destroyed));
  });

  it('leaves its error to the request', async () => {
    const server = createServer();
    const { origin } = await serve(server);
    server.close();
    const { ahead, send } = client(origin);
    ahead.open();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect(send()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('with TLS', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-tls-'));
  const file = (name: string): Buffer => readFileSync(path.join(folder, name));
  beforeAll(() => {
    certify(folder);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('the handshake is over before the request', async () => {
    const server = createTlsServer({ key: file('server.key'), cert: file('server.crt') });
    const { origin, connections, requests } = await serve(server);
    const { ahead, send } = client(origin, { ca: file('root.crt') });
    ahead.open();
    await until(() => connections.length === 1);
    expect(await send()).toBe(200);
    expect(requests).toEqual(connections);
  });

  it('a certificate that nobody trusts is refused', async () => {
    const server = createTlsServer({ key: file('server.key'), cert: file('server.crt') });
    const { origin, requests } = await serve(server);
    const { ahead, send } = client(origin);
    ahead.open();
    await expect(send()).rejects.toMatchObject({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    expect(requests).toEqual([]);
  });
});
