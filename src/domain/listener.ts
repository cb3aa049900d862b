import { servedHost, type ServedHost } from '../derive/forms/endpoint-url.ts';
import { normalHost } from '../derive/forms/normal-match.ts';
import type { Pattern } from './contests/cells.ts';
import { textsOf, type Holder } from './holder.ts';

/** A place to listen at; a TLS edge, which has only hostports, has the scheme `tls`. `*.` covers all names below. */
export type Listener = ServedHost;

/** The listeners of an endpoint or a TLS edge; empty if its url cannot be parsed. */
export function listenersOf({ kind, spec }: Pick<Holder, 'kind' | 'spec'>): readonly Listener[] {
  if (kind === 'tls-edge') {
    return textsOf(spec['hostports']).flatMap((hostport) => listenerAt(`tls://${hostport}`));
  }
  return kind === 'endpoint' && typeof spec['url'] === 'string' ? listenerAt(spec['url']) : [];
}

/** The listener of a url such as `https://shop.example.com` or `tcp://db.example.com:5432`, normalized. */
export function listenerAt(url: string): readonly Listener[] {
  const served = servedHost(url);
  return served === undefined ? [] : [{ ...served, host: hostName(served.host) }];
}

function hostName(host: string): string {
  if (host.startsWith('[')) return host.toLowerCase();
  return host.startsWith('*.') ? `*.${normalHost(host.slice(2))}` : normalHost(host);
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
