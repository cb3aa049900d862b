import { type Listener, listenerAt } from '../derive/forms/endpoint-url.ts';
import { textsOf, type TrafficServer } from './traffic-server.ts';
import type { Pattern } from './prefix-partition.ts';
import { hostCovers } from '../derive/forms/host-name.ts';

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

/**
 * A host as a string of which all names below it are extensions: `443 com.example.shop`. Thus `*.example.com` is a
 * prefix, and hosts are compared like paths. Assumed: a wildcard covers all names below; API 2.2 does not mention
 * wildcards.
 */
export function hostPattern({ host, port }: Pick<Listener, 'host' | 'port'>): Pattern {
  const isWild = host.startsWith('*.');
  const name = isWild ? host.slice(2) : host;
  const turned = host.startsWith('[') ? host : name.split('.').reverse().join('.');
  return { form: isWild ? 'prefix' : 'exact', text: `${port} ${turned}${isWild ? '.' : ''}` };
}

/** The host of a pattern made by `hostPattern`. */
export function hostOfPattern({ form, text }: Pattern): string {
  const turned = text.slice(text.indexOf(' ') + 1);
  if (turned.startsWith('[')) return turned;
  const name = turned.replace(/\.$/, '').split('.').reverse().join('.');
  return form === 'prefix' ? `*.${name}` : name;
}

/** The port of a pattern made by `hostPattern`. */
export function portOfPattern({ text }: Pattern): number {
  return Number(text.slice(0, text.indexOf(' ')));
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
