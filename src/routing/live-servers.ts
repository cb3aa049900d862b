import { rememberLast } from '../text/remember-last.ts';
import type { Live, LiveState } from '../model/live.ts';
import type { Address } from '../model/workspace.ts';
import { kindNames } from '../kinds/index.ts';
import type { KindName } from '../kinds/kind.ts';
import type { TrafficServer } from './traffic-server.ts';

/** The live objects as servers. Endpoints of edges are left out: the routes of the edge are included. */
export const liveServers = rememberLast(({ known, orphans, listed }: LiveState): readonly TrafficServer[] => {
  const servers: TrafficServer[] = [];
  const seen = new Map<KindName, Set<string>>(kindNames.map((kind) => [kind, new Set()]));
  const add = (address: Address, { kind, id, edge_id: edge, spec }: Live): void => {
    const ids = seen.get(kind);
    if (ids?.has(id) === true) return;
    ids?.add(id);
    const isWhole = edge === undefined || spec['edge_id'] !== undefined;
    servers.push({ address, kind, id, spec: isWhole ? spec : { ...spec, edge_id: edge } });
  };
  for (const objects of [known, orphans]) {
    for (const [address, live] of objects) if (live !== 'missing') add(address, live);
  }
  for (const live of listed) {
    if (live.served?.edge === undefined) add(`${live.kind}/${live.id}`, live);
  }
  return servers;
});
