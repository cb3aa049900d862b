import { suggestions } from '../../text/suggest.ts';
import { listenersOf } from '../listener.ts';
import { matchSpace } from '../selector.ts';
import type { TrafficServer } from '../traffic-server.ts';
import { parseRequest } from './request.ts';

/** The URL with the host that is probably meant, of those that are served; undefined if none is near. */
export function nearUrl(url: string, servers: readonly TrafficServer[]): string | undefined {
  const parsed = parseRequest(url);
  if ('problem' in parsed || parsed.request.target.type !== 'host') return undefined;
  const { host } = parsed.request.target;
  const [near] = suggestions(host, [...new Set(servers.flatMap(hostsOf))]);
  return near !== undefined && url.includes(host) ? url.replace(host, () => near) : undefined;
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
