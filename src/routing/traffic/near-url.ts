import { suggestions } from '../../text/suggest.ts';
import { listenersOf } from '../listener.ts';
import { matchSpace, selectorOf } from '../selector.ts';
import { patternMatches } from '../text-pattern.ts';
import type { TrafficServer } from '../traffic-server.ts';
import { parseRequest } from './request.ts';
import type { SideIndex } from './side-index.ts';

/**
 * The URL that is probably meant, of those that the sides serve: the same one under another scheme, under the host that
 * a route of the named edge has, or under a host of nearly the same name. Undefined if there is none.
 */
export function nearUrl(url: string, sides: readonly SideIndex[]): string | undefined {
  const parsed = parseRequest(url);
  if ('problem' in parsed) return undefined;
  const { target, path } = parsed.request;
  if (target.type === 'edge') {
    const rest = url.slice(url.indexOf(target.name) + target.name.length) || '/';
    const [host] = sides.flatMap((side) => hostsOfEdge(side, target.name, path)).sort();
    return host === undefined ? undefined : `https://${host}${rest}`;
  }
  const other = otherScheme(url);
  if (isServedUrl(other, sides)) return other;
  const { host } = target;
  const [near] = suggestions(host, [...new Set(sides.flatMap(({ servers }) => servers.flatMap(hostsOf)))]);
  return near !== undefined && url.includes(host) ? url.replace(host, () => near) : undefined;
}

/** Whether something answers the URL, or may answer it where the hosts of an edge are not known. */
export function isServedUrl(url: string, sides: readonly SideIndex[]): boolean {
  const parsed = parseRequest(url);
  if ('problem' in parsed) return false;
  return sides.some((side) => side.takersOf(parsed.request).some(({ servers }) => servers.length > 0));
}

function otherScheme(url: string): string {
  return url.startsWith('https:') ? url.replace(/^https:/, 'http:') : url.replace(/^http:/, 'https:');
}

/** The hosts of the routes of an edge that take the path under their host only. */
function hostsOfEdge({ servers, edges }: SideIndex, name: string, path: string): readonly string[] {
  const id = edges.idOf(name) ?? name;
  return servers.flatMap(({ kind, spec }) => {
    const selector = kind === 'https-route' ? selectorOf(spec) : undefined;
    return selector?.edge === id && selector.host !== '' && patternMatches(selector.pattern, path)
      ? [selector.host]
      : [];
  });
}

/** The hosts that a server names, without wildcards. */
function hostsOf(server: TrafficServer): readonly string[] {
  const space = server.kind === 'https-route' ? matchSpace(server.spec) : undefined;
  const hosts = [
    ...listenersOf(server).map(({ host }) => host),
    ...(space === undefined ? [] : [space.host]),
  ];
  return hosts.filter((host) => host !== '' && !host.startsWith('*'));
}
