import { normalHost } from './host-name.ts';
import { endpointSchemes, defaultPorts, parseEndpointUrl, isPort } from './endpoint-url.ts';

/** A place to listen at. The host is in normal form, and a wildcard (`*.`) listens at all names below it. */
export interface Listener {
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
}

/**
 * The place that a URL names: `https://host[:443]`, `http://host[:80]`, `tls://host[:443]`, `tcp://host:port`.
 * Undefined for other schemes, for a URL with a path or a query, and for one without a port if its scheme has no
 * default.
 */
export function listenerAt(text: string): Listener | undefined {
  const { scheme = '', host = '', port = defaultPorts[scheme], rest } = parseEndpointUrl(text) ?? {};
  if (!endpointSchemes.includes(scheme) || (rest !== '' && rest !== '/')) return undefined;
  if (port === undefined || !isPort(port)) return undefined;
  if (host.startsWith('[') && !/^\[[\dA-Fa-f:.]+\]$/.test(host)) return undefined;
  return { scheme, host: normalHost(host), port };
}

/** For example `https://shop.example.com`, with the port unless it is the scheme's default. */
export function listenerUrl({ scheme, host, port }: Listener): string {
  return `${scheme}://${host}${defaultPorts[scheme] === port ? '' : `:${port}`}`;
}
