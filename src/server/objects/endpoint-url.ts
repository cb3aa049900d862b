import { endpointSchemes, servedHost, urlOf, type ServedHost } from '../../derive/forms/endpoint-url.ts';

/** The parts of an endpoint's url, with the host in lower case. */
export interface ServedUrl extends ServedHost {
  /** The `url` of responses, without the default port. */
  readonly url: string;
  /** The `hostport` of responses, always with the port. */
  readonly hostport: string;
}

/** Parses an endpoint URL: `https://host[:443]`, `http://host[:80]`, `tls://host[:443]`, `tcp://host:port`. */
export function parseServedUrl(text: string): ServedUrl | undefined {
  const served = servedHost(text);
  if (served === undefined || !endpointSchemes.includes(served.scheme)) return undefined;
  const host = served.host.toLowerCase();
  if (host.startsWith('[') && !/^\[[\da-f:.]+\]$/.test(host)) return undefined;
  return { ...served, host, url: urlOf({ ...served, host }), hostport: `${host}:${served.port}` };
}
