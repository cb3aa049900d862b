import type { Socket } from 'node:net';
import { unescape } from 'node:querystring';
import { proxyFor, type Proxy, type ProxySettings } from './proxy-settings.ts';
import { Client, Pool, buildConnector, type Dispatcher } from 'undici';

/**
 * A proxy did not connect us; `cause` is the error of the connection to it, or its refusal. Nothing was sent to the
 * service.
 */
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

/**
 * Opens connections through a proxy by CONNECT, for http URLs too: the credentials of the proxy are in no request that
 * a service gets. Not undici's own agent, which never gives up on a proxy that closes the connection, and waits for
 * five minutes for one that does not answer.
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
