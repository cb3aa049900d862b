import { buildConnector, EnvHttpProxyAgent, Pool, type Dispatcher } from 'undici';
import { connectAhead, type ConnectAhead } from './connect-ahead.ts';
import type { ProxySettings } from './proxy-settings.ts';

/** Uses the configured proxy; the library handles the hosts without one (`NO_PROXY`). */
export function dispatcherTo(
  origin: string,
  proxy: ProxySettings | undefined,
  options: Pool.Options,
): Dispatcher {
  if (proxy === undefined) return new Pool(origin, options);
  const { http = '', https = '', none = '' } = proxy;
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: http,
    httpsProxy: https,
    noProxy: none,
    proxyTunnel: false,
  }).compose((dispatch) => (request, handler) => dispatch({ ...request, origin }, handler));
}

/** A dispatcher without a proxy, whose connections can be opened ahead. */
export function dispatcherAhead(
  origin: string,
  { connect, ...options }: Pool.Options & { readonly connect: buildConnector.BuildOptions },
): { readonly dispatcher: Dispatcher; readonly ahead: ConnectAhead } {
  const ahead = connectAhead(origin, buildConnector(connect));
  return { dispatcher: new Pool(origin, { ...options, connect: ahead.connect }), ahead };
}
