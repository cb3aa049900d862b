import { isLoopback } from '../../text/loopback.ts';

/** A proxy of the environment. The URL may hold a password: messages name the host, the port and the variable alone. */
export interface Proxy {
  readonly url: URL;
  /** The variable that it comes from, such as `HTTPS_PROXY`. */
  readonly variable: string;
}

/** Proxies by the scheme of the URL that is called. */
export interface ProxySettings {
  readonly http: Proxy | undefined;
  /** Without it, `http` is used for https URLs too. */
  readonly https: Proxy | undefined;
  /** The value of `NO_PROXY`. */
  readonly none: string;
}

/**
 * The proxy for requests to an origin; undefined if it is called directly. This machine always is: requests to it may
 * be without encryption because they do not leave it.
 */
export function proxyFor(origin: string, settings: ProxySettings | undefined): Proxy | undefined {
  const { protocol, hostname, port } = new URL(origin);
  const usual = protocol === 'https:' ? '443' : '80';
  if (settings === undefined || isLoopback(hostname)) return undefined;
  if (isExempt({ host: hostname, port: port === '' ? usual : port }, settings.none)) return undefined;
  return protocol === 'https:' ? (settings.https ?? settings.http) : settings.http;
}

/** Host and port of a proxy, for messages. */
export function proxyPlace({ url: { hostname, port, protocol } }: Proxy): string {
  return `${hostname}:${port === '' ? { 'http:': 80, 'https:': 443 }[protocol] : port}`;
}

/** `NO_PROXY` lists hosts, each with its subdomains and optionally a port; `*` is all of them. */
function isExempt({ host, port }: { readonly host: string; readonly port: string }, none: string): boolean {
  const name = bareHost(host);
  return none
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      // Without brackets, an IPv6 address has no port.
      const [, listed = entry, ofPort = port] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
      const suffix = bareHost(listed).replace(/^\*?\./, '');
      return ofPort === port && (suffix === '*' || name === suffix || name.endsWith(`.${suffix}`));
    });
}

function bareHost(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}
