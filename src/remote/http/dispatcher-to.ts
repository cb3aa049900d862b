import type { Socket } from 'node:net';
import { unescape } from 'node:querystring';
import { proxyFor, type Proxy, type ProxySettings } from './proxy-settings.ts';
import { Client, Pool, buildConnector, type Dispatcher } from 'undici';

/** Services and their balancers wait five seconds or more for the first byte. */
const usableMs = 2_000;

/** A proxy did not connect us; `cause` is the error of the connection to it, or its refusal. Nothing was sent to the service. */
export class ProxyError extends Error {
  // Undici would connect again without end after an error that has its own code for a closed connection.
  readonly code = 'EDGEWRIGHT_PROXY';
  readonly proxy: Proxy;

  constructor(proxy: Proxy, cause: unknown) {
    super('the proxy failed', { cause });
    this.proxy = proxy;
  }
}

type ConnectOptions = Pool.Options & { readonly connect: buildConnector.BuildOptions };

/** Connections to an origin, through the proxy of the environment that is meant for it. */
export function dispatcherTo(
  origin: string,
  settings: ProxySettings | undefined,
  options: ConnectOptions & { readonly connect: { readonly timeout: number } },
): Dispatcher {
  const proxy = proxyFor(origin, settings);
  return new Pool(
    origin,
    proxy === undefined ? options : { ...options, connect: tunnel(proxy, options.connect) },
  );
}

/** A dispatcher without a proxy, whose connections can be opened ahead. */
export function dispatcherAhead(
  origin: string,
  { connect, ...options }: ConnectOptions,
): { readonly dispatcher: Dispatcher; readonly ahead: ConnectAhead } {
  const ahead = connectAhead(origin, buildConnector(connect));
  return { dispatcher: new Pool(origin, { ...options, connect: ahead.connect }), ahead };
}

/**
 * Opens connections through a proxy by CONNECT, for http URLs too: the credentials of the proxy are in no request that
 * a service gets. Not undici's own agent, which never gives up on a proxy that closes the connection, and waits for five
 * minutes for one that does not answer.
 */
function tunnel(
  proxy: Proxy,
  { timeout, ...options }: buildConnector.BuildOptions & { readonly timeout: number },
): buildConnector.connector {
  const connect = buildConnector({ ...options, timeout });
  return (target, callback) => {
    const { hostname, host = hostname, port, protocol } = target;
    const place = port === '' ? `${host}:${protocol === 'https:' ? 443 : 80}` : host;
    const client = new Client(proxy.url.origin, { connect: { timeout }, headersTimeout: timeout });
    const fail = (cause: unknown): void => {
      void client.destroy();
      callback(new ProxyError(proxy, cause), null);
    };
    client.connect({ path: place, headers: { host: place, ...credentials(proxy) } }).then((answer) => {
      const socket = answer.socket as Socket;
      if (answer.statusCode < 200 || answer.statusCode > 299) {
        socket.on('error', () => undefined).destroy();
        fail({ code: String(answer.statusCode) });
      } else if (protocol === 'https:') connect({ ...target, httpSocket: socket }, callback);
      else callback(null, socket);
    }, fail);
  };
}

function credentials({ url: { username, password } }: Proxy): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const text = `${unescape(username)}:${unescape(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(text).toString('base64')}` };
}

/**
 * Connections that are opened before the requests that need them: opening one takes a round trip, with TLS two or three.
 * None is used twice, and one that had to wait is closed instead: a service may be about to close it, too.
 */
export interface ConnectAhead {
  /** Takes a connection that was opened ahead; opens one if there is none. */
  readonly connect: buildConnector.connector;
  /** Opens one more for a request that is about to be sent. */
  readonly open: () => void;
  readonly close: () => void;
}

/** `connect` opens a connection. */
function connectAhead(origin: string, connect: buildConnector.connector): ConnectAhead {
  const { protocol, host, hostname, port } = new URL(origin);
  const target = { protocol, host, port, hostname: hostname.replace(/^\[(.*)\]$/, '$1') };
  const ahead = new Set<Promise<Socket>>();
  let isClosed = false;

  const take: buildConnector.connector = (options, callback) => {
    const [opened] = ahead;
    if (opened === undefined) {
      connect(options, callback);
      return;
    }
    ahead.delete(opened);
    opened.then(
      (socket) => {
        if (!isFresh(socket)) {
          socket.destroy();
          take(options, callback);
          return;
        }
        socket.setTimeout(0);
        callback(null, socket);
      },
      // The request opens one itself, and has the error if that fails too.
      () => {
        take(options, callback);
      },
    );
  };

  return {
    connect: take,
    open: () => {
      const opened = new Promise<Socket>((resolve, reject) => {
        connect(target, (error, socket) => {
          if (error !== null) reject(error);
          else if (isClosed) socket.destroy();
          else resolve(socket.setTimeout(usableMs, () => socket.destroy()));
        });
      });
      ahead.add(opened);
      opened.catch(() => ahead.delete(opened));
    },
    close: () => {
      isClosed = true;
      for (const opened of ahead) opened.then((socket) => socket.destroy()).catch(() => undefined);
      ahead.clear();
    },
  };
}

/** Whether it is open and the service has sent nothing, such as 408 because it waits for too long. */
function isFresh(socket: Socket): boolean {
  return !socket.destroyed && socket.readable && socket.writable && socket.readableLength === 0;
}
