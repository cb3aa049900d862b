import { normalHost } from './host-name.ts';

/**
 * URLs of endpoints and hostports of TLS edges. Only this file parses them: the API, comparisons, lint, the plan and
 * `trace` read the same host and port in them.
 */

/** The parts of a string that may be the `url` of an endpoint. */
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

/** A URL in normal form, equal for all its spellings. A string that is not the URL of a host is returned unchanged. */
export function normalUrl(text: string): string {
  const { scheme = '', host = '', port, rest } = parseEndpointUrl(text) ?? {};
  if (host === '' || (rest !== '' && rest !== '/')) return text;
  const shownPort = port === undefined || port === defaultPorts[scheme] ? '' : `:${port}`;
  return `${scheme}://${normalHost(host)}${shownPort}`;
}

/** A `host:port` in normal form; a string that is not one is only put in lower case. */
export function normalHostport(text: string): string {
  const { host, port, rest } = parseEndpointUrl(`tls://${text}`) ?? {};
  return host === undefined || port === undefined || rest !== ''
    ? text.toLowerCase()
    : `${normalHost(host)}:${port}`;
}
