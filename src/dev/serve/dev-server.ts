/** One port for HTTP and HTTPS: the first byte of a connection tells which it speaks. */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext } from 'node:tls';
import { startListening } from '../../text/system/start-listening.ts';
import { rawAnswer } from '../answer/plain-answer.ts';
import { serveEdge } from '../answer/serve-edge.ts';
import { hostOf } from '../answer/served-request.ts';
import { serveUpgrade } from '../answer/serve-upgrade.ts';
import { serveControl } from '../control/control.ts';
import type { DevServing } from '../dev-serving.ts';
import { localTarget } from '../request/local-target.ts';
import type { DevCertificate } from './certificate.ts';

export interface DevServer {
  readonly port: number;
  readonly setCertificate: (certificate: DevCertificate) => void;
  /** Ends all connections at once. */
  readonly close: () => Promise<void>;
}

interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly certificate: DevCertificate;
  /** Tells of a mistake of ours, which ends the request alone. */
  readonly fail: (error: unknown) => void;
}

/** The first byte of a connection that begins with a TLS handshake (RFC 8446 5.1). */
const handshake = 22;

export async function startDevServer(
  dev: DevServing,
  { host, port, certificate, fail }: ListenOptions,
): Promise<DevServer> {
  const sockets = new Set<Socket>();
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const isControl = targetOf(dev, request) === 'control';
    (isControl ? serveControl : serveEdge)(dev, request, response).catch((error: unknown) => {
      if (!response.destroyed && !request.destroyed) fail(error);
      response.destroy();
    });
  };
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
      answer(request, plainResponse(request, socket));
      return;
    }
    if (targetOf(dev, request) === 'control') {
      socket.end(rawAnswer({ status: 404, title: 'not found', text: 'There is nothing to upgrade here.' }));
      return;
    }
    serveUpgrade(dev, request, { socket, head }).catch((error: unknown) => {
      if (!socket.destroyed) fail(error);
      socket.destroy();
    });
  };
  const plain = http.createServer(answer).on('upgrade', upgrade);
  let current = createSecureContext(certificate);
  const secure = https
    .createServer({ ...certificate, SNICallback: (_name, use) => use(null, current) }, answer)
    .on('upgrade', upgrade);
  for (const server of [plain, secure]) {
    // Uploads and streams take as long as they take.
    server.requestTimeout = 0;
    server.timeout = 0;
  }
  const listener = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.once('readable', () => {
      const first = socket.read() as Buffer | null;
      if (first === null) return;
      socket.unshift(first);
      (first[0] === handshake ? secure : plain).emit('connection', socket);
    });
  });
  await startListening(listener, { host, port, who: '`dev`' });
  return {
    port: (listener.address() as AddressInfo).port,
    setCertificate: (next) => {
      current = createSecureContext(next);
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      plain.close();
      secure.close();
      await closed;
    },
  };
}

/** A protocol that is not spoken here need not be spoken (RFC 9110 7.8): the request gets an ordinary response. */
function plainResponse(request: IncomingMessage, socket: Duplex): ServerResponse {
  const response = new http.ServerResponse(request);
  response.assignSocket(socket as Socket);
  response.shouldKeepAlive = false;
  response.on('finish', () => socket.end());
  return response;
}

function targetOf(dev: DevServing, request: IncomingMessage): string {
  return localTarget(dev.site(), hostOf(request), { port: dev.port(), isEncrypted: false }).type;
}
