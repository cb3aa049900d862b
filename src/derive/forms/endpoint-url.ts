/** The parts of a text that may be the `url` of an endpoint; this file alone takes one apart. */
export interface EndpointUrl {
  /** Lower case; perhaps none of `endpointSchemes`. */
  readonly scheme: string;
  /** As it is written; an IPv6 address is in brackets. */
  readonly host: string;
  /** As it is written: perhaps no port that there is. */
  readonly port: number | undefined;
  /** What follows the authority: a path, a query. */
  readonly rest: string;
}

export const endpointSchemes: readonly string[] = ['http', 'https', 'tcp', 'tls'];

/** TCP has none: its URLs name their port. */
export const defaultPorts: Readonly<Record<string, number>> = { http: 80, https: 443, tls: 443 };

const form = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/(\[[^\s/?#[\]@]*\]|[^\s/?#:@[\]]+)(?::(\d{1,9}))?([/?#].*)?$/;

/** The parts, or undefined for a text that has no such parts. */
export function parseEndpointUrl(text: string): EndpointUrl | undefined {
  const [, scheme, host, port, rest = ''] = form.exec(text) ?? [];
  if (scheme === undefined || host === undefined) return undefined;
  return { scheme: scheme.toLowerCase(), host, port: port === undefined ? undefined : Number(port), rest };
}

/** The scheme that a text begins with, in lower case, whatever follows it. */
export function schemeOf(text: string): string | undefined {
  return /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(text)?.[1]?.toLowerCase();
}

export function isPort(port: number): boolean {
  return port >= 1 && port <= 65_535;
}

/** Where a whole host is served: the port is the one of the scheme for want of another. */
export interface ServedHost {
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
}

/** Undefined for a URL with a path or a query, and for one without a port where its scheme has none. */
export function servedHost(text: string): ServedHost | undefined {
  const { scheme = '', host = '', port, rest } = parseEndpointUrl(text) ?? {};
  const served = port ?? defaultPorts[scheme];
  if (served === undefined || !isPort(served) || (rest !== '' && rest !== '/')) return undefined;
  return { scheme, host, port: served };
}

/** `https://shop.example.com`, the port where it is not the scheme's own. */
export function urlOf({ scheme, host, port }: ServedHost): string {
  return `${scheme}://${host}${defaultPorts[scheme] === port ? '' : `:${port}`}`;
}
