import { normalPath } from '../../derive/forms/normal-match.ts';
import {
  defaultPorts,
  endpointSchemes,
  isPort,
  parseEndpointUrl,
  schemeOf,
} from '../../derive/forms/endpoint-url.ts';
import type { TraceRequest, TraceTarget } from '../../model/traffic/trace.ts';
import { isHostLike, normalHost } from '../../derive/forms/host-name.ts';

export interface RequestProblem {
  readonly problem: string;
  /** From 1. */
  readonly column: number;
}

interface RequestOptions {
  readonly method?: string;
  readonly headers?: ReadonlyMap<string, readonly string[]>;
}

/**
 * Parses `https://shop.example.com/cart`, `tcp://db.example.com:5432` or, if the hosts of an edge are unknown,
 * `https-edge/main/cart`. The query and the fragment do not affect routing.
 */
export function parseRequest(
  url: string,
  { method = 'GET', headers = new Map() }: RequestOptions = {},
): { readonly request: TraceRequest } | RequestProblem {
  const forbidden = /[^!-~\u00a0-\u{10ffff}]/u.exec(url);
  if (forbidden !== null) {
    return { problem: 'a URL has no spaces and no control characters', column: forbidden.index + 1 };
  }
  const parts = url.startsWith(edgePrefix) ? edgeParts(url) : hostParts(url);
  if ('problem' in parts) return parts;
  const path = parts.rest.replace(/[?#].*$/s, '');
  return {
    request: {
      url,
      method: method.toUpperCase(),
      headers,
      target: parts.target,
      path: normalPath(path || '/'),
    },
  };
}

const edgePrefix = 'https-edge/';

interface Parts {
  readonly target: TraceTarget;
  /** The rest of the URL, from the path on. */
  readonly rest: string;
}

function edgeParts(url: string): Parts | RequestProblem {
  const after = url.slice(edgePrefix.length);
  const name = after.replace(/[^A-Za-z0-9_-].*$/s, '');
  const rest = after.slice(name.length);
  const column = edgePrefix.length + name.length + 1;
  if (name === '') return { problem: 'the name of an edge follows `https-edge/`', column };
  if (rest !== '' && !/^[/?#]/.test(rest)) return { problem: 'a path begins with `/`', column };
  return { target: { type: 'edge', name }, rest };
}

function hostParts(url: string): Parts | RequestProblem {
  const name = schemeOf(url);
  if (name === undefined) {
    return {
      problem: 'a URL begins with `https://`, or with `https-edge/` and the name of an edge',
      column: 1,
    };
  }
  if (!endpointSchemes.includes(name)) {
    return { problem: `endpoints speak ${endpointSchemes.join(', ')}, not \`${name}\``, column: 1 };
  }
  const start = name.length + '://'.length;
  const parsed = parseEndpointUrl(url);
  if (parsed === undefined) return authorityProblem(url, start);
  const { host, port = defaultPorts[name], rest } = parsed;
  if (!isHostLike(host) && !/^\[[\dA-Fa-f:.]+\]$/.test(host))
    return { problem: invalidHost, column: start + 1 };
  const end = start + host.length;
  if (port === undefined) return { problem: `a \`${name}\` URL names its port`, column: end + 1 };
  if (!isPort(port)) return { problem: invalidPort, column: end + 2 };
  return { target: { type: 'host', scheme: name, host: normalHost(host), port }, rest };
}

const invalidHost = 'this is not a valid host name';
const invalidPort = 'a port is a number from 1 to 65535';

/** Why a URL with a scheme has no host and port that can be read. */
function authorityProblem(url: string, start: number): RequestProblem {
  const authority = /^[^/?#]*/.exec(url.slice(start))?.[0] ?? '';
  if (authority.includes('@'))
    return { problem: 'a user in a URL plays no part: leave it out', column: start + 1 };
  const host = /^(?:\[[^\]]*\]|[^:]*)/.exec(authority)?.[0] ?? '';
  if (host === '') return { problem: 'the host is missing', column: start + 1 };
  return authority[host.length] === ':'
    ? { problem: invalidPort, column: start + host.length + 2 }
    : { problem: invalidHost, column: start + 1 };
}
