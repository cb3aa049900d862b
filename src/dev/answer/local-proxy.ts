/**
 * Requests to local upstreams. `httpxy` carries them: streams in both directions, WebSockets, clients that go away.
 * What is said beside that is the engine's: headers in, headers out.
 */
import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { Readable, type Duplex } from 'node:stream';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody } from '../request/facts-of-request.ts';
import { isLoopback } from '../../text/loopback.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/** A request as its upstream gets it. */
export interface ProxyRequest {
  readonly target: URL;
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  /** In place of what the client sends. */
  readonly body?: Buffer | undefined;
}

export interface DevProxy {
  /** Calls back with the response; throws if there is none. */
  readonly send: (
    request: IncomingMessage,
    response: ServerResponse,
    sent: ProxyRequest & { readonly answered: (answer: IncomingMessage) => void },
  ) => Promise<void>;
  readonly upgrade: (
    request: IncomingMessage,
    socket: Duplex,
    sent: ProxyRequest & { readonly head: Buffer; readonly answered: (answer: IncomingMessage) => void },
  ) => Promise<void>;
  readonly close: () => void;
}

export async function openProxy(): Promise<DevProxy> {
  const { createProxyServer } = await import('httpxy');
  const proxy = createProxyServer({ selfHandleResponse: true });
  const settings = { keepAlive: true, maxSockets: 256, maxFreeSockets: 64 } as const;
  const agents = { 'http:': new Agent(settings), 'https:': new TlsAgent(settings) };
  const answering = new WeakMap<object, (answer: IncomingMessage) => void>();
  const connected = new WeakMap<object, ClientRequest>();
  proxy.on('proxyReq', (sent, request, response) => {
    connected.set(response, sent);
    passTrailers(request, sent);
  });
  proxy.on('proxyRes', (answer, _request, response) => answering.get(response)?.(answer));
  proxy.on('proxyReqWs', (sent, request) => {
    const answered = answering.get(request);
    // Before the library's own listener, which passes the headers on.
    if (answered !== undefined)
      for (const event of ['upgrade', 'response']) sent.prependListener(event, answered);
  });
  const optionsFor = (target: URL) => ({
    target,
    // The certificate of a server on this machine is usually its own.
    secure: !isLoopback(target.hostname),
    ...(target.protocol === 'https:' || target.protocol === 'http:'
      ? { agent: agents[target.protocol] }
      : {}),
  });
  return {
    send: async (request, response, { target, path, headers, body, answered }) => {
      answering.set(response, answered);
      const hasOwnBody = hasBody(request);
      const method = request.method ?? '';
      request.url = path;
      request.headers = headers as IncomingMessage['headers'];
      const options = optionsFor(target);
      const buffer = body === undefined ? undefined : Readable.from([body]);
      try {
        await proxy.web(request, response, { ...options, ...withoutUndefined({ buffer }) });
      } catch (error) {
        const mayRepeat = !hasOwnBody && body === undefined && repeatable.has(method);
        if (!mayRepeat || connected.get(response)?.reusedSocket !== true || response.headersSent) throw error;
        await proxy.web(request, response, { ...options, agent: false, buffer: Readable.from([]) });
      }
    },
    upgrade: async (request, socket, { target, path, headers, head, answered }) => {
      answering.set(request, answered);
      request.url = path;
      request.headers = headers as IncomingMessage['headers'];
      const { agent: _, ...options } = optionsFor(target);
      await proxy.ws(request, socket as Socket, options, head);
    },
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/**
 * Methods that a server of the same kind repeats on a new connection, if the one that was kept open is closed at the
 * moment of the request (RFC 9110 9.2.2).
 */
const repeatable: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Trailers are known when the body has been read, just before the library ends the request. */
function passTrailers(request: IncomingMessage, sent: ClientRequest): void {
  if (request.headers['trailer'] === undefined) return;
  request.prependListener('end', () => {
    if (Object.keys(request.trailers).length > 0 && sent.getHeader('content-length') === undefined)
      sent.addTrailers(request.trailers);
  });
}
