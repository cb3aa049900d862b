/** The parts of a string that may be the `url` of an endpoint. Only this file parses such urls. */
export interface EndpointUrl {
  /** Lower case; may be a scheme outside `endpointSchemes`. */
  readonly scheme: string;
  /** As written; an IPv6 address is in brackets. */
  readonly host: string;
  /** As written; may be out of range. */
  readonly port: number | undefined;
  /** The rest after the authority: a path, a query. */
  readonly rest: string;
}

export const endpointSchemes: readonly string[] = ['http', 'https', 'tcp', 'tls'];

/** TCP has no default: its URLs must have a port. */
export const defaultPorts: Readonly<Record<string, number>> = { http: 80, https: 443, tls: 443 };

const form = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/(\[[^\s/?#[\]@]*\]|[^\s/?#:@[\]]+)(?::(\d{1,9}))?([/?#].*)?$/;

/** The parts, or undefined if the string does not have this form. */
export function parseEndpointUrl(text: string): EndpointUrl | undefined {
  const [, scheme, host, port, rest = ''] = form.exec(text) ?? [];
  if (scheme === undefined || host === undefined) return undefined;
  return { scheme: scheme.toLowerCase(), host, port: port === undefined ? undefined : Number(port), rest };
}

/** The scheme at the start of a string, in lower case, whatever follows. */
export function schemeOf(text: string): string | undefined {
  return /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(text)?.[1]?.toLowerCase();
}

export function isPort(port: number): boolean {
  return port >= 1 && port <= 65_535;
}

/** A host with scheme and port; the port defaults to that of the scheme. */
export interface ServedHost {
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
}

/** Undefined for a URL with a path or a query, and for one without a port if its scheme has no default. */
export function servedHost(text: string): ServedHost | undefined {
  const { scheme = '', host = '', port, rest } = parseEndpointUrl(text) ?? {};
  const served = port ?? defaultPorts[scheme];
  if (served === undefined || !isPort(served) || (rest !== '' && rest !== '/')) return undefined;
  return { scheme, host, port: served };
}

/** For example `https://shop.example.com`, with the port unless it is the scheme's default. */
export function urlOf({ scheme, host, port }: ServedHost): string {
  return `${scheme}://${host}${defaultPorts[scheme] === port ? '' : `:${port}`}`;
}
