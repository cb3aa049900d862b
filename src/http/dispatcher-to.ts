import { buildConnector, Pool, type Dispatcher } from 'undici';
import { connectAhead, type ConnectAhead } from './connect-ahead.ts';
import { proxyFor, type ProxySettings } from './proxy-settings.ts';
import { tunnel } from './tunnel.ts';

type Connecting = Pool.Options & { readonly connect: buildConnector.BuildOptions };

/** Connections to an origin, through the proxy of the environment that is meant for it. */
export function dispatcherTo(
  origin: string,
  settings: ProxySettings | undefined,
  options: Connecting & { readonly connect: { readonly timeout: number } },
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
  { connect, ...options }: Connecting,
): { readonly dispatcher: Dispatcher; readonly ahead: ConnectAhead } {
  const ahead = connectAhead(origin, buildConnector(connect));
  return { dispatcher: new Pool(origin, { ...options, connect: ahead.connect }), ahead };
}
