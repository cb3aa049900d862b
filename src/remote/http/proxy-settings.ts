import { isLoopback } from '../../text/loopback.ts';
import { UserError, usageError } from '../../model/errors.ts';

/** The API URL, parsed. */
export interface BaseUrl {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The path before those of the operations, without a final slash: `` or `/api`. */
  readonly prefix: string;
}

/** Parses the API URL. Messages repeat its text only if it cannot be a credential. */
export function parseBaseUrl(text: string, from = 'the address of the API'): BaseUrl {
  // `localhost:4040` would be a URL of the scheme `localhost`.
  const url = URL.canParse(text) && !text.startsWith('localhost:') ? new URL(text) : undefined;
  if (url === undefined) throw notUrl(text, from);
  if (url.username !== '' || url.password !== '') {
    throw wrong(`${from} holds a credential`, 'give the credential as EDGEWRIGHT_API_TOKEN');
  }
  if (url.search !== '' || url.hash !== '') {
    throw wrong(`${from} has a query or a fragment`, 'leave out what follows `?` or `#`');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw wrong(`${from} begins with \`${url.protocol}\`, not with \`https:\``);
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw wrong(
      `${from} is \`${url.origin}\`, which would be called without encryption`,
      'use https; http is for this machine only (localhost, 127.0.0.1, [::1])',
    );
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}

/** A host, optionally with port and path; tokens do not have this form. */
const host =
  /^(?:https?:?\/*)?((?:localhost|[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+)(?::\d{1,5})?(?:\/[a-z0-9./-]*)?)$/;

function notUrl(text: string, from: string): UserError {
  const [, address] = host.exec(text) ?? [];
  if (address === undefined) return wrong(`${from} is not a URL`);
  const scheme = isLoopback(address.replace(/[:/].*$/, '')) ? 'http' : 'https';
  return wrong(`${from} is \`${text}\`, which is not a URL`, `write \`${scheme}://${address}\``);
}

function wrong(message: string, help = 'it looks like `https://api.example.com`'): UserError {
  return usageError(message, help);
}

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
