import { hostCovers } from '../derive/forms/host-name.ts';
import type { Edges } from './edges.ts';
import { listenersOf } from './listener.ts';
import { matchSpace } from './selector.ts';
import type { TrafficServer } from './traffic-server.ts';

interface HostSide {
  readonly servers: readonly TrafficServer[];
  readonly edges: Pick<Edges, 'listeners'>;
}

/**
 * Whether some server has a host, at whatever scheme, port and path. `unknown`: a route of all hosts is on an edge
 * whose hosts are not known.
 */
export function servesHost({ servers, edges }: HostSide, host: string): 'yes' | 'no' | 'unknown' {
  let isUnknown = false;
  for (const server of servers) {
    const hosts = hostsOfServer(server, edges);
    if (hosts === undefined) isUnknown = true;
    else if (hosts.some((edgeHost) => hostCovers(edgeHost, host))) return 'yes';
  }
  return isUnknown ? 'unknown' : 'no';
}

/** The hosts of a server; undefined if those of its edge are not known. */
function hostsOfServer(
  server: TrafficServer,
  { listeners }: HostSide['edges'],
): readonly string[] | undefined {
  if (server.kind !== 'https-route') return listenersOf(server).map(({ host }) => host);
  const named = matchSpace(server.spec)?.host ?? '';
  if (named !== '') return [named];
  const edge = server.spec['edge_id'];
  return typeof edge === 'string' ? listeners.get(edge)?.map(({ host }) => host) : undefined;
}
