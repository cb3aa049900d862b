import { servedHost, type ServedHost } from '../derive/forms/endpoint-url.ts';
import { normalHost } from '../derive/forms/normal-match.ts';
import type { Pattern } from './contests/cells.ts';
import { textsOf, type Holder } from './holder.ts';

/** Where something listens: `tls` for a TLS edge, which has only hostports. A host may begin with `*.`: all names below. */
export type Listener = ServedHost;

/** The places that an endpoint or a TLS edge listens at; one that cannot be read is none. */
export function listenersOf({ kind, spec }: Pick<Holder, 'kind' | 'spec'>): readonly Listener[] {
  if (kind === 'tls-edge') {
    return textsOf(spec['hostports']).flatMap((hostport) => listenerAt(`tls://${hostport}`));
  }
  return kind === 'endpoint' && typeof spec['url'] === 'string' ? listenerAt(spec['url']) : [];
}

/** What a url such as `https://shop.example.com` or `tcp://db.example.com:5432` says, in its normal form. */
export function listenerAt(url: string): readonly Listener[] {
  const served = servedHost(url);
  return served === undefined ? [] : [{ ...served, host: hostName(served.host) }];
}

function hostName(host: string): string {
  if (host.startsWith('[')) return host.toLowerCase();
  return host.startsWith('*.') ? `*.${normalHost(host.slice(2))}` : normalHost(host);
}

/**
 * A host as a text in which the names below a name begin with it: `443 com.example.shop`. So `*.example.com` is a prefix,
 * and hosts change hands as paths do. API 2.2 does not speak of wildcards: that they cover all names below is our model.
 */
export function hostPattern({ host, port }: Pick<Listener, 'host' | 'port'>): Pattern {
  const isWild = host.startsWith('*.');
  const name = isWild ? host.slice(2) : host;
  const turned = host.startsWith('[') ? host : name.split('.').reverse().join('.');
  return { form: isWild ? 'prefix' : 'exact', text: `${port} ${turned}${isWild ? '.' : ''}` };
}

/** The host of such a text. */
export function hostOfPattern({ form, text }: Pattern): string {
  const turned = text.slice(text.indexOf(' ') + 1);
  if (turned.startsWith('[')) return turned;
  const name = turned.replace(/\.$/, '').split('.').reverse().join('.');
  return form === 'prefix' ? `*.${name}` : name;
}

/** TLS carries HTTPS, and TCP carries everything; an HTTP listener takes its own scheme. */
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
