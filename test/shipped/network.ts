/** TLS in front of services on this machine, and proxies that lead names such as `api.example.com` to them. */
import { readFileSync } from 'node:fs';
import {
  createServer as createHttp,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { createServer as createHttps } from 'node:https';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import path from 'node:path';
import type { Duplex } from 'node:stream';

export interface Listening {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Listens on a free port of this machine; closing ends all connections, too. */
export async function listening(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

export interface Front extends Listening {
  /** The headers of each request that arrived. */
  readonly seen: IncomingHttpHeaders[];
}

/** Ends TLS with a certificate of the folder, and hands requests to a service. */
export async function tlsFront(folder: string, target: string, certificate = 'server'): Promise<Front> {
  const [key, cert] = ['key', 'crt'].map((end) => readFileSync(path.join(folder, `${certificate}.${end}`)));
  const seen: IncomingHttpHeaders[] = [];
  const server = createHttps({ key, cert }, (incoming, outgoing) => {
    seen.push(incoming.headers);
    const { method, headers, url = '' } = incoming;
    const onward = request(new URL(url, target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  return { ...(await listening(server)), seen };
}

export interface ProxyServer extends Listening {
  /** `CONNECT api.example.com:443`, with the credentials if there are some. */
  readonly seen: string[];
}

interface ProxyRules {
  /** The ports on this machine of `host:port`. */
  readonly hosts: ReadonlyMap<string, number>;
  /** The folder of its certificate, for a proxy that is itself reached by TLS. */
  readonly tls?: string;
  /** `user:password`. */
  readonly credentials?: string;
}

/** A proxy that works. It refuses everything but CONNECT, as nothing else is sent to one. */
export async function proxyServer({ hosts, tls, credentials }: ProxyRules): Promise<ProxyServer> {
  const seen: string[] = [];
  const files =
    tls === undefined
      ? undefined
      : ['server.key', 'server.crt'].map((name) => readFileSync(path.join(tls, name)));
  const server = files === undefined ? createHttp() : createHttps({ key: files[0], cert: files[1] });
  server.on('request', ({ method, url }: IncomingMessage, response: import('node:http').ServerResponse) => {
    seen.push(`${method} ${url}`);
    response.writeHead(405).end();
  });
  server.on('connect', ({ url = '', headers }: IncomingMessage, socket: Duplex, head: Buffer) => {
    const [, given = ''] = /^Basic (.+)$/.exec(headers['proxy-authorization'] ?? '') ?? [];
    const user = Buffer.from(given, 'base64').toString();
    seen.push(`CONNECT ${url}${user === '' ? '' : ` ${user}`}`);
    socket.on('error', () => undefined);
    const port = hosts.get(url);
    if (credentials !== undefined && user !== credentials) {
      socket.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm="x"\r\nconnection: close\r\ncontent-length: 0\r\n\r\n',
      );
    } else if (port === undefined) socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    else {
      const onward = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        onward.write(head);
        onward.pipe(socket).pipe(onward);
      });
      onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
      socket.on('close', () => onward.destroy());
    }
  });
  return { ...(await listening(server)), seen };
}

/** Something on a port that is no proxy: does this to each connection when its first bytes arrive. */
export function brokenProxy(act: (socket: Socket) => void): Promise<Listening> {
  return listening(createServer((socket) => void socket.once('data', () => act(socket))));
}
