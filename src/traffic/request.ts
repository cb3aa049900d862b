import { defaultPorts, endpointSchemes, isPort, schemeOf } from '../derive/forms/endpoint-url.ts';
import { isHostLike, normalHost, normalPath } from '../derive/forms/normal-match.ts';
import type { TraceRequest, TraceTarget } from '../model/traffic/trace.ts';

export interface RequestProblem {
  readonly problem: string;
  /** From 1. */
  readonly column: number;
}

interface Given {
  readonly method?: string;
  readonly headers?: ReadonlyMap<string, string>;
}

/**
 * Parses `https://shop.example.com/cart`, `tcp://db.example.com:5432` or, if the hosts of an edge are unknown,
 * `https-edge/main/cart`. The query and the fragment do not affect routing.
 */
export function parseRequest(
  url: string,
  { method = 'GET', headers = new Map() }: Given = {},
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
  const authority = /^[^/?#]*/.exec(url.slice(start))?.[0] ?? '';
  const place = placeOf(name, authority);
  if ('problem' in place) return { ...place, column: place.column + start };
  return {
    target: { type: 'host', scheme: name, ...place },
    rest: url.slice(start + authority.length),
  };
}

function placeOf(
  scheme: string,
  authority: string,
): { readonly host: string; readonly port: number } | RequestProblem {
  const [, host = '', digits] = /^(\[[\dA-Fa-f:.]+\]|[^:]*)(?::(.*))?$/s.exec(authority) ?? [];
  const at = authority.indexOf('@');
  if (at !== -1) return { problem: 'a user in a URL plays no part: leave it out', column: 1 };
  if (host === '') return { problem: 'the host is missing', column: 1 };
  if (!host.startsWith('[') && !isHostLike(host))
    return { problem: 'this is not a valid host name', column: 1 };
  const port = digits === undefined ? defaultPorts[scheme] : portOf(digits);
  if (port === undefined) {
    return digits === undefined
      ? { problem: `a \`${scheme}\` URL names its port`, column: host.length + 1 }
      : { problem: 'a port is a number from 1 to 65535', column: host.length + 2 };
  }
  return { host: host.startsWith('[') ? host.toLowerCase() : normalHost(host), port };
}

function portOf(digits: string): number | undefined {
  const port = Number(digits);
  return /^\d{1,5}$/.test(digits) && isPort(port) ? port : undefined;
}
