import { type Listener, listenerAt } from '../derive/forms/listener-url.ts';
import type { TrafficServer } from './traffic-server.ts';
import { hostCovers } from '../derive/forms/host-name.ts';
import { textsOf } from '../text/json/texts-of.ts';

/**
 * The listeners of an endpoint or a TLS edge; empty if its url cannot be parsed. A TLS edge has hostports only, and its
 * listeners the scheme `tls`.
 */
export function listenersOf({ kind, spec }: Pick<TrafficServer, 'kind' | 'spec'>): readonly Listener[] {
  if (kind === 'https-route') return [];
  const urls =
    kind === 'endpoint' ? [spec['url']] : textsOf(spec['hostports']).map((hostport) => `tls://${hostport}`);
  return urls.flatMap((url) => (typeof url === 'string' ? (listenerAt(url) ?? []) : []));
}

/** TLS carries HTTPS, and TCP carries all schemes; an HTTP listener only its own. */
const carried: Readonly<Record<string, readonly string[]>> = {
  http: ['http'],
  https: ['https'],
  tls: ['tls', 'https'],
  tcp: ['tcp', 'tls', 'https', 'http'],
};

export function carries(
  { scheme }: { readonly scheme: string },
  request: { readonly scheme: string },
): boolean {
  return carried[scheme]?.includes(request.scheme) ?? false;
}

/** Whether every request that reaches the inner listener would reach the outer one as well. */
export function listenerCovers(outer: Listener, inner: Listener): boolean {
  return outer.port === inner.port && hostCovers(outer.host, inner.host) && carries(outer, inner);
}
