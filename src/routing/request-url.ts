import { defaultPorts, parseEndpointUrl } from '../derive/forms/endpoint-url.ts';

/** Whether requests to such a URL are HTTP. */
export function isWebScheme(scheme: string): boolean {
  return scheme === 'http' || scheme === 'https';
}

export interface UrlParts {
  readonly scheme: string;
  readonly host: string;
  readonly port: number | undefined;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
}

/** The parts of a URL; a URL without a host has an empty one. */
export function urlParts(url: string): UrlParts {
  const { scheme, host, port, rest } = parseEndpointUrl(url) ?? edgeParts(url);
  const [, path = '', query = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(rest) ?? [];
  const isDefault = port === undefined || defaultPorts[scheme] === port;
  return {
    scheme,
    host,
    port,
    authority: isDefault ? host : `${host}:${port}`,
    path: path === '' ? '/' : path,
    query,
  };
}

/** `https-edge/main/cart`: the path of an edge whose hosts are not known. */
function edgeParts(url: string) {
  const [, rest = ''] = /^https-edge\/[\w-]+(.*)$/s.exec(url) ?? [];
  return { scheme: 'https', host: '', port: undefined, rest };
}
